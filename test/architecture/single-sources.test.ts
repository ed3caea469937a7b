import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultSettings } from '../../src/agents/index.ts';
import { exactSearchLimitChunks } from '../../src/knowledge/exact-search-limit.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const programFiles = globSync(['src/**/*.ts', 'web/**/src/**/*.{ts,tsx}'], { cwd: root }).filter(
  (path) => !/\.test\.tsx?$|\/generated\.ts$/.test(path),
);
const filesWith = (pattern: RegExp): string[] =>
  programFiles.filter((path) => pattern.test(read(path))).sort();

/** Two formats beside each other, as code or in a sentence. */
const formatList = /\b(?:docx|xlsx|pptx)\b['"]?,? (?:and |or )?['"]?\w+|,['"]?\.(?:docx|xlsx|pptx)\b/;

test('file formats are listed in one table', () => {
  // Readers look into files that contain each other; the table itself has one format per row.
  const lists = filesWith(formatList).filter((path) => !path.startsWith('src/recognition/'));
  assert.deepEqual(lists, []);
  for (const list of ["['pdf', 'docx', 'txt']", "'.pdf,.docx'", 'csv, xls and xlsx or pdf', 'docx, csv'])
    assert.match(list, formatList);
});

test('media types of files are in one table', () => {
  const mediaType =
    /['"](?:image\/(?:jpeg|gif|webp|png)|audio\/(?:mpeg|wav|aac)|application\/(?:pdf|msword))['"]/g;
  const withSeveral = programFiles.filter((path) => new Set(read(path).match(mediaType)).size > 1);
  assert.deepEqual(withSeveral, ['src/lib/file-formats/format-table.ts']);
});

test('the limit of exact search exists once, and the documents name the same', () => {
  assert.deepEqual(filesWith(/\b5_?000\b[^\n]*chunk|chunks?\w* = 5_?000\b|indexedAbove/i), [
    'src/knowledge/exact-search-limit.ts',
  ]);
  const written = exactSearchLimitChunks.toLocaleString('en');
  for (const path of ['docs/architecture.md', 'docs/going-further.md'])
    assert.match(read(path).replaceAll(/\s+/g, ' '), new RegExp(`up to ${written} chunks`, 'i'));
});

test('the default embedding rate exists once, and an agent has it', () => {
  const rate = defaultSettings().knowledge.embeddingRate;
  assert.deepEqual(filesWith(/(?:embeddingRate|rate)\b[^\n]{0,60}(?:=|default:|\?\?) ?0?\.\d/i), [
    'src/agents/agent-settings.ts',
  ]);
  assert.match(read('src/agents/agent-settings.ts'), new RegExp(`defaultEmbeddingRate = ${rate};`));
});

test('model providers are listed in one table', () => {
  const named = filesWith(/['"](?:anthropic|google)['"]/);
  // The adapter of each provider; the compiler compares the cases with the table.
  assert.deepEqual(named, ['src/models/anthropic.ts', 'src/models/create-models.ts', 'src/models/google.ts']);
  assert.deepEqual(filesWith(/api\.anthropic\.com|generativelanguage\.googleapis/), [
    'src/models/provider-table.ts',
  ]);
});
