import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/shared/**', 'test/lab/**'],
    globalSetup: ['test/setup/build.ts'],
    setupFiles: ['test/setup/private-home.ts'],
    testTimeout: 30_000,
    coverage: {
      provider: 'v8',
      // What opens ledgers, what judges a run and what lets text out: a branch of these that no test takes is a risk.
      include: ['src/source/**/*.ts', 'src/guard/**/*.ts', 'src/text/printable.ts'],
      exclude: ['**/*.d.ts'],
      reporter: ['text', 'json'],
      reportsDirectory: 'coverage',
      thresholds: {
        'src/source/**': { branches: 100 },
        'src/guard/**': { branches: 100 },
        'src/text/printable.ts': { branches: 100 },
      },
    },
  },
})
