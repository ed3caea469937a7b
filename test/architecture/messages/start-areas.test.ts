import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { messagesFolder } from '../../../scripts/messages/message-types.ts';
import { startAreas } from '../../../web/console/src/messages/start-areas.ts';
import { readCatalogue } from '../../../web/messages/read-catalogue.ts';

const source = join(import.meta.dirname, '../../../web/console/src');

/** Static imports, and chunks that are loaded without the messages of all pages. */
const startImports = [
  /^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.tsx?)'/gms,
  /^import '(\.[^']+\.tsx?)'/gm,
  /(?:lazy|startPageChunk)\(\(\) => import\('(\.[^']+)'\)\)/g,
];

const startModules = (): Map<string, string> => {
  const texts = new Map<string, string>();
  const visit = (path: string): void => {
    if (texts.has(path)) return;
    const text = readFileSync(path, 'utf8');
    texts.set(path, text);
    for (const pattern of startImports)
      for (const [, target] of text.matchAll(pattern)) visit(resolve(dirname(path), target!));
  };
  visit(join(source, 'main.tsx'));
  return texts;
};

test('console: the first page uses only messages that are loaded with it', () => {
  const keys = Object.keys(readCatalogue(messagesFolder('console'), 'en'));
  const later = keys.filter((key) => !startAreas.includes(key.split('.')[0]!));
  const modules = startModules();
  for (const page of ['pages/overview/overview-page.tsx', 'session/sign-in-page.tsx'])
    assert.ok(modules.has(join(source, page)), `${page} belongs to the first page`);
  const wrong = [...modules].flatMap(([path, text]) =>
    later.filter((key) => text.includes(`'${key}'`)).map((key) => `${relative(source, path)}: ${key}`),
  );
  assert.deepEqual(wrong, [], 'add the area to start-areas.ts, or load the chunk through withMessages');
});
