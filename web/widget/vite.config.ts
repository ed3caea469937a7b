import { defineConfig } from 'vite';
import { shortenStyles } from './shorten-styles.ts';

/** One classic script that runs on other people's pages: no modules, no second file, no global names. */
export default defineConfig({
  plugins: [shortenStyles('/widget/src/styles.ts')],
  build: {
    outDir: '../../dist/web/widget',
    emptyOutDir: true,
    lib: { entry: 'src/widget.ts', formats: ['iife'], name: 'FrontdeskWidget', fileName: () => 'widget.js' },
  },
});
