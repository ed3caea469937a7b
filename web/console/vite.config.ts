import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messagesPlugin } from '../messages/messages-plugin.ts';
import { startAreas } from './src/messages/start-areas.ts';

export default defineConfig({
  base: '/console/',
  plugins: [
    react(),
    messagesPlugin(
      fileURLToPath(new URL('messages', import.meta.url)),
      (area, part) => startAreas.includes(area) === (part === 'start'),
    ),
  ],
  build: {
    outDir: '../../dist/web/console',
    emptyOutDir: true,
    // The content security policy forbids data: scripts and fonts, so small files are not inlined.
    assetsInlineLimit: 0,
    // The test of the initial size reads from it which chunks a page needs.
    manifest: 'manifest.json',
    chunkSizeWarningLimit: 600,
  },
});
