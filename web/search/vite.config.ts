import { defineConfig } from 'vite';

export default defineConfig({
  base: '/search/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/web/search',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    // These know light-dark(), which would otherwise be written out twice.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
});
