import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { environmentOf, parseTestArguments, selectTestFiles } from './select-tests.ts';

const root = mkdtempSync(join(tmpdir(), 'select-tests-'));
after(() => rmSync(root, { recursive: true }));
for (const file of [
  'src/lib/ids.test.ts',
  'src/lib/ids.ts',
  'src/http/routes.test.ts',
  'src/http/text.test.ts',
  'src/library/shelf.test.ts',
  'test/abuse/fuzz.test.ts',
  'test/api/audio.system.test.ts',
  'test/api/message.test.ts',
  'test/clients/python.test.ts',
  'test/e2e/browsers.test.ts',
  'test/e2e/chat/page.test.ts',
  'test/faults/kill.long.test.ts',
  'test/faults/kill.test.ts',
  'test/faults/round-kill.test.ts',
  'bench/rounds.test.ts',
  'web/console/node_modules/other/their.test.ts',
]) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), file.includes('routes') ? "forEachDatabase('one', …)" : '');
}

test('the everyday tests leave out the long ones and those of the whole system, except two', () => {
  assert.deepEqual(selectTestFiles(root, { patterns: [] }), [
    'bench/rounds.test.ts',
    'src/http/routes.test.ts',
    'src/http/text.test.ts',
    'src/lib/ids.test.ts',
    'src/library/shelf.test.ts',
    'test/api/message.test.ts',
    'test/e2e/browsers.test.ts',
    'test/faults/round-kill.test.ts',
  ]);
});

test('the system tests are the others and those that start a service, except the long ones', () => {
  assert.deepEqual(selectTestFiles(root, { part: 'system', patterns: [] }), [
    'src/http/routes.test.ts',
    'test/abuse/fuzz.test.ts',
    'test/api/audio.system.test.ts',
    'test/api/message.test.ts',
    'test/clients/python.test.ts',
    'test/e2e/chat/page.test.ts',
    'test/faults/kill.test.ts',
  ]);
});

test('services and whole modules run on SQLite every day, on PostgreSQL in the system tests, and on both if files are named', () => {
  const databaseOf = (file: string, args: string[]) =>
    environmentOf(file, parseTestArguments(args)).FRONTDESK_TEST_DATABASE;
  assert.equal(databaseOf('test/api/message.test.ts', []), 'sqlite');
  assert.equal(databaseOf('test/api/message.test.ts', ['--system']), 'postgres');
  assert.equal(databaseOf('test/api/message.test.ts', ['test/api']), undefined);
  assert.equal(databaseOf('src/http/routes.test.ts', []), 'sqlite');
  assert.equal(databaseOf('src/http/routes.test.ts', ['--system']), 'postgres');
  assert.equal(
    databaseOf('test/api/audio.system.test.ts', ['--system']),
    undefined,
    'it does not run every day',
  );
  assert.equal(databaseOf('src/lib/ids.test.ts', []), undefined, 'SQL is tested on both');
  assert.equal(databaseOf('test/abuse/fuzz.test.ts', ['--system']), undefined, 'it does not run every day');
});

test('a folder selects its files, but not those of a folder whose name only starts the same', () => {
  for (const folder of ['src/lib', 'src/lib/', './src/lib']) {
    assert.deepEqual(selectTestFiles(root, { patterns: [folder] }), ['src/lib/ids.test.ts']);
  }
});

test('files and glob patterns can be combined', () => {
  const chosen = selectTestFiles(root, { patterns: ['test/api/message.test.ts', 'src/**/s*.test.ts'] });
  assert.deepEqual(chosen, ['src/library/shelf.test.ts', 'test/api/message.test.ts']);
});

test('a pattern also selects long tests', () => {
  for (const pattern of ['test/faults/kill.long*', '**/*.long.test.ts'])
    assert.deepEqual(selectTestFiles(root, { patterns: [pattern] }), ['test/faults/kill.long.test.ts']);
});

test('a pattern without a match selects nothing', () => {
  assert.deepEqual(selectTestFiles(root, { patterns: ['src/lib/ids.ts', 'nowhere'] }), []);
});

test('--quick skips the checks, and other options are passed to node', () => {
  assert.deepEqual(parseTestArguments(['--quick', 'src', '--test-name-pattern=key']), {
    checks: false,
    behaviour: false,
    browser: 'chromium',
    changedSince: undefined,
    nodeOptions: ['--test-name-pattern=key'],
    part: 'everyday',
    patterns: ['src'],
  });
  assert.equal(parseTestArguments([]).checks, true);
  assert.equal(parseTestArguments(['--behaviour']).behaviour, true);
});

test('--browser=firefox runs the browser tests without the checks, or the named ones of them', () => {
  assert.deepEqual(parseTestArguments(['--browser=firefox']), {
    checks: false,
    behaviour: false,
    browser: 'firefox',
    changedSince: undefined,
    nodeOptions: [],
    part: 'everyday',
    patterns: ['test/e2e'],
  });
  assert.deepEqual(parseTestArguments(['--browser=firefox', 'test/e2e/chat']).patterns, ['test/e2e/chat']);
});

test('--changed means what is not committed, or all since a commit', () => {
  assert.equal(parseTestArguments(['--changed']).changedSince, 'HEAD');
  assert.equal(parseTestArguments(['--changed=main~2']).changedSince, 'main~2');
  assert.deepEqual(parseTestArguments(['--changed', '--test-only']).nodeOptions, ['--test-only']);
});
