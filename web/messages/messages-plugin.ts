import { compileMessage } from './compile-message.ts';
import { catalogueFiles, readCatalogue } from './read-catalogue.ts';

const prefix = 'virtual:messages/';

/**
 * Vite plugin: `import('virtual:messages/de')` gives the compiled messages of a language, in a file of their own.
 * `virtual:messages/de/late` gives only a part of them: the areas for which `isInPart` is true. The area of a key is
 * its first word.
 */
export const messagesPlugin = (
  folder: string,
  isInPart: (area: string, part: string | undefined) => boolean,
) => ({
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
      .filter(([key]) => isInPart(key.split('.')[0]!, part))
      .map(([key, text]) => [key, compileMessage(text)]);
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))});`;
  },
});
