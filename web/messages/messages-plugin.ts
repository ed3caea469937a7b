import { compileMessage } from './compile-message.ts';
import { catalogueFiles, readCatalogue } from './read-catalogue.ts';

const prefix = 'virtual:messages/';

/**
 * Vite plugin: `import('virtual:messages/de')` gives the compiled messages of a language, in a file of their own.
 * `virtual:messages/de/start` has only the areas of the first page, `virtual:messages/de/rest` all other areas.
 */
export const messagesPlugin = (folder: string, startAreas: readonly string[] = []) => ({
  name: 'messages',
  // The parser stays out of the pages: their messages are already parsed.
  config: () => ({
    resolve: {
      alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
    },
  }),
  resolveId: (id: string) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load(this: { addWatchFile(path: string): void }, id: string) {
    if (!id.startsWith(`\0${prefix}`)) return undefined;
    const [language = '', part] = id.slice(prefix.length + 1).split('/');
    for (const path of catalogueFiles(folder, language)) this.addWatchFile(path);
    const compiled = Object.entries(readCatalogue(folder, language))
      .filter(([key]) => !part || startAreas.includes(key.split('.')[0]!) === (part === 'start'))
      .map(([key, text]) => [key, compileMessage(text)]);
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))});`;
  },
});
