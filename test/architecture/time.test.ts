import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { clockExceptions, findTimeFault } from './time-rules.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync(['src/**/*.{ts,mjs}', 'migrations/*.ts'], { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('only the clock reads the time of day', () => {
  assert.ok(sources.length > 0);
  assert.deepEqual(
    sources.flatMap(({ path, text }) => findTimeFault(path, text) ?? []),
    [],
  );
});

test('every exception is needed', () => {
  for (const exception of Object.keys(clockExceptions))
    assert.ok(
      sources.some(({ path, text }) => path.startsWith(exception) && /\bsystemClock\b/.test(text)),
      `${exception} does not use systemClock`,
    );
});

test('every way to read the time of day is found', () => {
  for (const line of [
    'const now = Date.now();',
    'const read = Date.now;',
    "const now = Date['now']();",
    'const now = new Date();',
    'const now = +new Date;',
    'const now = Date();',
    "import { systemClock } from '../lib/clock.ts';",
  ])
    assert.ok(findTimeFault('src/runtime/send.ts', line), line);
});

test('conversions, durations and comments do not read the time of day', () => {
  for (const line of [
    'const shown = new Date(timeMs).toISOString();',
    'const timeMs = Date.parse(text);',
    'const startMs = performance.now();',
    '// Date.now() is not for us',
    'const at: Date = row.at;',
    'interface Row { at: Date }',
    'const nowMs = clock.nowMs();',
  ])
    assert.equal(findTimeFault('src/runtime/send.ts', line), undefined, line);
});
