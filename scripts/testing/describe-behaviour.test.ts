import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeBehaviour } from './describe-behaviour.ts';

test('what several processes reached is added up, and the rest is named', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-behaviour-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, entries: string[]): void =>
    writeFileSync(join(folder, name), JSON.stringify(entries));
  write('1-0.json', ['known route GET /a', 'known route GET /b', 'route GET /a', 'error conflict']);
  write('2-0.json', ['known route GET /b', 'fault point round-ended']);
  const lines = describeBehaviour(folder);
  assert.equal(lines[0], 'Tests reached 1 of 2 routes');
  assert.equal(lines[1], '  not reached: GET /b');
  assert.match(lines.join('\n'), /Tests reached 1 of \d+ errors\n/);
  assert.ok(!lines.includes('  not reached: conflict') && lines.includes('  not reached: notFound'));
  assert.match(lines.join('\n'), /Tests reached 1 of \d+ fault points\n/);
  assert.ok(!lines.includes('  not reached: round-ended'));
});
