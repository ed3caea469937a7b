import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const folder = join(import.meta.dirname, '../../../dist/web/console');
const mostBytes = 250 * 1024;

interface Chunk {
  file: string;
  isEntry?: boolean;
  /** Chunks that it needs before it can run. */
  imports?: string[];
}

const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The files of chunks and of everything that they need before they can run. */
const filesOf = (names: string[]): Set<string> => {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const needed of manifest[name]?.imports ?? []) visit(needed);
  };
  for (const name of names) visit(name);
  return new Set([...seen].map((name) => manifest[name]!.file));
};

const gzippedBytes = (files: Set<string>): number =>
  [...files].reduce((sum, file) => sum + readFileSync(join(folder, `${file}.gz`)).length, 0);

/** The page loads one of them before anything is shown. */
const languages = Object.keys(manifest).filter((name) => /virtual:messages\/.*\/start$/.test(name));

const entry = Object.keys(manifest).find((name) => manifest[name]!.isEntry)!;

test('the first page of the console loads at most 250 KB of script, gzipped', (context) => {
  assert.equal(languages.length, 2);
  for (const page of ['src/session/sign-in-page.tsx', 'src/pages/overview/overview-page.tsx'])
    for (const language of languages) {
      const bytes = gzippedBytes(filesOf([entry, page, language]));
      context.diagnostic(`${page}, ${language}: ${Math.round(bytes / 1024)} KB`);
      assert.ok(bytes > 0 && bytes <= mostBytes, `${page} needs ${bytes} bytes with ${language}`);
    }
});

test('scripts that only some pages need are not loaded with the first page', () => {
  const first = filesOf([entry, 'src/pages/overview/overview-page.tsx']);
  const script = [...first].map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  // Texts that minifying keeps: a class of the flow editor, of the charts, and a name of the Markdown parser.
  for (const word of ['react-flow__', 'recharts-', 'linkify']) assert.ok(!script.includes(word), word);
});
