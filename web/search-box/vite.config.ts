import { defineConfig } from 'vite';
import { shortenStyles } from '../widget/shorten-styles.ts';

/** One classic script that runs on other people's pages: no modules, no second file, no global names. */
export default defineConfig({
  plugins: [shortenStyles('/search-box/src/styles.ts')],
  build: {
    outDir: '../../dist/web/search-box',
    emptyOutDir: true,
    lib: {
      entry: 'src/search-box.ts',
      formats: ['iife'],
      name: 'FrontdeskSearchBox',
      fileName: () => 'search.js',
    },
  },
});
