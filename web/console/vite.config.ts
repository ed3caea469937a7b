import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messagesPlugin } from '../messages/messages-plugin.ts';

export default defineConfig({
  base: '/console/',
  plugins: [react(), messagesPlugin(fileURLToPath(new URL('messages', import.meta.url)))],
  build: {
    outDir: '../../dist/web/console',
    emptyOutDir: true,
    // The pages' policy forbids data: scripts and fonts; small files stay files.
    assetsInlineLimit: 0,
    // Tells the test of the initial size which chunks a page begins with.
    manifest: 'manifest.json',
    chunkSizeWarningLimit: 600,
  },
});
