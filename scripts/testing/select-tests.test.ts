import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { parseTestArguments, selectTestFiles } from './select-tests.ts';

const root = mkdtempSync(join(tmpdir(), 'select-tests-'));
after(() => rmSync(root, { recursive: true }));
for (const file of [
  'src/lib/ids.test.ts',
  'src/lib/ids.ts',
  'src/library/shelf.test.ts',
  'test/api/message.test.ts',
  'test/faults/kill.long.test.ts',
  'bench/rounds.test.ts',
  'web/console/node_modules/other/their.test.ts',
]) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), '');
}

test('without patterns every test outside node_modules is selected, except the long ones', () => {
  assert.deepEqual(selectTestFiles(root, []), [
    'bench/rounds.test.ts',
    'src/lib/ids.test.ts',
    'src/library/shelf.test.ts',
    'test/api/message.test.ts',
  ]);
});

test('a folder selects its files, but not those of a folder whose name only starts the same', () => {
  for (const folder of ['src/lib', 'src/lib/', './src/lib']) {
    assert.deepEqual(selectTestFiles(root, [folder]), ['src/lib/ids.test.ts']);
  }
});

test('files and glob patterns can be combined', () => {
  const chosen = selectTestFiles(root, ['test/api/message.test.ts', 'src/**/s*.test.ts']);
  assert.deepEqual(chosen, ['src/library/shelf.test.ts', 'test/api/message.test.ts']);
});

test('a folder or a pattern also selects long tests', () => {
  for (const pattern of ['test/faults', '**/*.long.test.ts'])
    assert.deepEqual(selectTestFiles(root, [pattern]), ['test/faults/kill.long.test.ts']);
});

test('a pattern without a match selects nothing', () => {
  assert.deepEqual(selectTestFiles(root, ['src/lib/ids.ts', 'nowhere']), []);
});

test('--quick skips the checks, and other options are passed to node', () => {
  assert.deepEqual(parseTestArguments(['--quick', 'src', '--test-name-pattern=key']), {
    checks: false,
    browser: 'chromium',
    nodeOptions: ['--test-name-pattern=key'],
    patterns: ['src'],
  });
  assert.equal(parseTestArguments([]).checks, true);
});

test('--browser=firefox runs the browser tests without the checks, or the named ones of them', () => {
  assert.deepEqual(parseTestArguments(['--browser=firefox']), {
    checks: false,
    browser: 'firefox',
    nodeOptions: [],
    patterns: ['test/e2e'],
  });
  assert.deepEqual(parseTestArguments(['--browser=firefox', 'test/e2e/chat']).patterns, ['test/e2e/chat']);
});
