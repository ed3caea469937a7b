import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { messagesPlugin } from '../messages/messages-plugin.ts';
import { offeredFormatsPlugin } from './offered-formats-plugin.ts';
import { lateAreas } from './src/messages/late-areas.ts';

const inSource = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));

export default defineConfig({
  base: '/chat/',
  plugins: [
    offeredFormatsPlugin(),
    messagesPlugin(
      fileURLToPath(new URL('messages', import.meta.url)),
      (area, part) => lateAreas.includes(area) === (part === 'late'),
    ),
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    alias: {
      entities: inSource('markdown/decode-entity.ts'),
      mdurl: inSource('markdown/addresses.ts'),
      'punycode.js': inSource('markdown/host-names.ts'),
    },
  },
  build: {
    outDir: '../../dist/web/chat',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // One script: nothing to preload, and one request less until the first word.
    modulePreload: false,
    // These know light-dark(), which would otherwise be written out twice.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The script that opens the page contains the names of all others. Hashes cannot be compressed, so they are short.
    rolldownOptions: { output: { chunkFileNames: 'assets/[name]-[hash:6].js' } },
  },
});
