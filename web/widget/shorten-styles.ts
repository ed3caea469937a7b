import type { Plugin } from 'vite';

/** Styles in a string, which the build leaves as they are. `file` is the end of the path of their module. */
export const shortenStyles = (file: string): Plugin => ({
  name: 'shorten-styles',
  transform: (code, id) =>
    id.endsWith(file)
      ? code.replace(/`[^`]+`/, (css) =>
          css
            .replace(/\s*([{};,])\s*/g, '$1')
            .replace(/:\s+/g, ':')
            .replace(/;}/g, '}'),
        )
      : null,
});
