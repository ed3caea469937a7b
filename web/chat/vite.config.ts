import { defineConfig } from 'vite';

export default defineConfig({
  base: '/chat/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/web/chat',
    emptyOutDir: true,
    assetsInlineLimit: 0,
  },
});
