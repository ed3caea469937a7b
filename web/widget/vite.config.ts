import { defineConfig, type Plugin } from 'vite';

/** The styles are a string, which the build leaves as it is. */
const shortenStyles = (): Plugin => ({
  name: 'shorten-styles',
  transform: (code, id) =>
    id.endsWith('/widget/src/styles.ts')
      ? code.replace(/`[^`]+`/, (css) =>
          css
            .replace(/\s*([{};,])\s*/g, '$1')
            .replace(/:\s+/g, ':')
            .replace(/;}/g, '}'),
        )
      : null,
});

/** One classic script that runs on other people's pages: no modules, no second file, no global names. */
export default defineConfig({
  plugins: [shortenStyles()],
  build: {
    outDir: '../../dist/web/widget',
    emptyOutDir: true,
    lib: { entry: 'src/widget.ts', formats: ['iife'], name: 'FrontdeskWidget', fileName: () => 'widget.js' },
  },
});
