import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const readJson = (path: string): Record<string, string> => JSON.parse(readFileSync(path, 'utf8'));

export const catalogueFiles = (folder: string, language: string): string[] => {
  const single = join(folder, `${language}.json`);
  if (existsSync(single)) return [single];
  return globSync(join(folder, language, '*.json')).sort();
};

/**
 * The messages of one language: `en.json`, or one file per area in `en/`. The keys of an area begin with the
 * name of its file, so that two areas cannot define the same key.
 */
export const readCatalogue = (folder: string, language: string): Record<string, string> => {
  const messages: Record<string, string> = {};
  for (const path of catalogueFiles(folder, language)) {
    const area = basename(path, '.json');
    for (const [key, text] of Object.entries(readJson(path)))
      messages[area === language ? key : `${area}.${key}`] = text;
  }
  return messages;
};

export const cataloguedLanguages = (folder: string): string[] => {
  const entries = globSync(join(folder, '*')).map((path) => basename(path, '.json'));
  return [...new Set(entries)].sort();
};
