import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { mergeFigures, saveFigures, writeTables } from './saved-figures.ts';
import type { Figure } from './support/report.ts';

const figure = (name: string, value: number, more: Partial<Figure> = {}): Figure => ({
  group: 'rounds',
  name,
  database: 'sqlite',
  value,
  unit: '/s',
  better: 'higher',
  ...more,
});

test('new figures replace saved ones of the same name and database, or follow their group', () => {
  const saved = [figure('a', 1), figure('b', 2), figure('a', 3, { database: 'postgres' })];
  const added = [figure('c', 5), figure('a', 4), figure('d', 6), figure('e', 7, { group: 'streams' })];
  const merged = mergeFigures(saved, added);
  assert.deepEqual(
    merged.map(({ name, database, value }) => `${name} ${database} ${value}`),
    ['a sqlite 4', 'b sqlite 2', 'c sqlite 5', 'd sqlite 6', 'a postgres 3', 'e sqlite 7'],
  );
});

test('the table after each mark is replaced, and the text around it stays', () => {
  const document =
    'Before\n\n<!-- figures: sqlite -->\n\n| old |\n| --- |\n| row |\n\nAfter\n\n<!-- figures: postgres -->\n\n';
  const load = { usedBefore: 0.031, stolen: 0.12 };
  const figures = [
    figure('a', 150, { load, limit: 100 }),
    figure('b', 90, { database: 'postgres', limit: 100 }),
  ];
  const written = writeTables(document, figures);
  assert.match(written, /^Before\n\n<!-- figures: sqlite -->\n\n\| {2}\| Figure /);
  assert.match(written, /\| rounds \| a \| sqlite \| 150 \/s \| ≥ 100 \/s \| 3%, 12% \| met \|\n\nAfter/);
  assert.match(written, /\| rounds \| b \| postgres \| 90\.0 \/s \| ≥ 100 \/s \| {2}\| missed \|\n$/);
  assert.doesNotMatch(written, /old/);
  assert.equal(writeTables(written, figures), written);
});

test('saving writes figures, tables and a picture without the groups that have too many figures', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'saved-figures-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const files = {
    figuresFile: join(folder, 'figures.json'),
    documentFile: join(folder, 'document.md'),
    pictureFile: join(folder, 'picture.svg'),
  };
  const read = (file: string) => readFileSync(file, 'utf8');
  writeFileSync(files.documentFile, '<!-- figures: sqlite -->\n\n');
  saveFigures(files, [figure('a', 150, { limit: 100 })]);
  saveFigures(files, [figure('rare word', 20, { group: 'search', limit: 200 })]);
  assert.deepEqual(
    JSON.parse(read(files.figuresFile)).map(({ name }: Figure) => name),
    ['a', 'rare word'],
  );
  assert.match(read(files.documentFile), /rounds \| a \|.*\n.*search \| rare word/);
  assert.match(read(files.pictureFile), /rounds: a \(sqlite\)/);
  assert.doesNotMatch(read(files.pictureFile), /rare word/);
});
