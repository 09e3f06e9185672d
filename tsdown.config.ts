import { defineConfig } from 'tsdown'

// One bundle without outside imports: starting it costs a third of loading the packages one by one.
export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/cli/entry.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: { entry: 'src/index.ts' },
  deps: { alwaysBundle: [/./], onlyBundle: false },
  outDir: 'dist',
  clean: true,
})
