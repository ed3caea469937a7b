import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findInstalledPostgres } from './find-postgres.ts';

/** @param installed major version of PostgreSQL → version of its pgvector, null without pgvector */
function machineWith(installed: Record<number, string | null>): { root: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'find-postgres-'));
  for (const [major, vector] of Object.entries(installed)) {
    mkdirSync(join(root, 'usr/lib/postgresql', major, 'bin'), { recursive: true });
    const extensions = join(root, 'usr/share/postgresql', major, 'extension');
    mkdirSync(extensions, { recursive: true });
    if (vector !== null) {
      writeFileSync(join(extensions, 'vector.control'), `comment = 'x'\ndefault_version = '${vector}'\n`);
    }
  }
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

const cases: { name: string; installed: Record<number, string | null>; expected: string | undefined }[] = [
  { name: 'nothing installed', installed: {}, expected: undefined },
  { name: 'a server without pgvector', installed: { 15: null }, expected: undefined },
  { name: 'a server that is too old', installed: { 14: '0.8.0' }, expected: undefined },
  { name: 'a pgvector without HNSW', installed: { 16: '0.4.4' }, expected: undefined },
  {
    name: 'the newest usable one of several',
    installed: { 15: '0.8.0', 16: '1.0.0', 17: null },
    expected: '16',
  },
];

for (const { name, installed, expected } of cases) {
  test(`${name} → ${expected ?? 'none'}`, (context) => {
    const { root, remove } = machineWith(installed);
    context.after(remove);
    const found = expected && join(root, 'usr/lib/postgresql', expected, 'bin');
    assert.equal(findInstalledPostgres(root), found);
  });
}
