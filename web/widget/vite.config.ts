import { defineConfig } from 'vite';

/** One plain script that runs on somebody else's page: no modules, no second file, no name left behind. */
export default defineConfig({
  build: {
    outDir: '../../dist/web/widget',
    emptyOutDir: true,
    lib: { entry: 'src/widget.ts', formats: ['iife'], name: 'FrontdeskWidget', fileName: () => 'widget.js' },
  },
});
