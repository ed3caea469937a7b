import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findOnPath } from './find-on-path.ts';
import { provideFirefox } from './provide-firefox.ts';

const folder = mkdtempSync(join(tmpdir(), 'provide-firefox-'));
after(() => rmSync(folder, { recursive: true }));
const program = join(folder, 'firefox');
writeFileSync(program, '#!/bin/sh\n');
chmodSync(program, 0o755);
const { signal } = new AbortController();

test('FIREFOX_PATH names the browser, and a wrong one is reported', async () => {
  assert.deepEqual(await provideFirefox(signal, { FIREFOX_PATH: program }), {
    available: true,
    value: program,
  });
  const missing = join(folder, 'nothing');
  assert.deepEqual(await provideFirefox(signal, { FIREFOX_PATH: missing }), {
    available: false,
    reason: `FIREFOX_PATH names ${missing}, which does not exist`,
  });
});

test('a Firefox on the PATH is used', async () => {
  const found = await provideFirefox(signal, { PATH: folder });
  // /usr/bin is searched too, and Debian's name comes first.
  assert.ok(found.available && [program, '/usr/bin/firefox-esr'].includes(found.value));
});

test('only executable files are found, in the order of the names', () => {
  writeFileSync(join(folder, 'firefox-esr'), 'not executable', { mode: 0o644 });
  assert.equal(findOnPath(['firefox', 'no-such-program'], folder), program);
  assert.equal(findOnPath(['no-such-program'], folder), undefined);
});
