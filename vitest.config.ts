import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/shared/**', 'test/lab/**'],
    globalSetup: ['test/setup/build.ts'],
    setupFiles: ['test/setup/private-home.ts'],
    testTimeout: 30_000,
  },
})
