import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrations } from '../../migrations/index.ts';
import { phases } from '../../migrations/phases.ts';

const folder = join(import.meta.dirname, '../../migrations');
/** SHA-256 of every migration as it was first published. A new migration adds its line here. */
const frozenFile = join(import.meta.dirname, '../fixtures/databases/migrations.json');

const hashOf = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, `${name}.ts`)))
    .digest('hex');

test('a published migration is never edited, renamed or removed, and every migration is listed', () => {
  const frozen = JSON.parse(readFileSync(frozenFile, 'utf8')) as Record<string, string>;
  const present = Object.fromEntries(Object.keys(migrations).map((name) => [name, hashOf(name)]));
  assert.deepEqual(present, frozen);
});

test('the migrations run in the order of their numbers, and each file is one of them', () => {
  const names = Object.keys(migrations);
  assert.deepEqual(names, names.toSorted());
  const files = readdirSync(folder).filter((file) => /^\d{4}-.*\.ts$/.test(file));
  assert.deepEqual(
    files.map((file) => file.slice(0, -'.ts'.length)),
    names,
  );
});

/** Written before there were phases. */
const lastWithoutPhase = '0040-round-releases';

test('each newer migration says whether older processes can run beside it', () => {
  const newer = Object.keys(migrations).filter((name) => name > lastWithoutPhase);
  assert.deepEqual(Object.keys(phases).toSorted(), newer, 'a migration without `export const phase`');
  for (const [name, phase] of Object.entries(phases))
    if (phase !== 'expand')
      assert.ok(phase.contractAfter in migrations && phase.contractAfter < name, `${name}: contractAfter`);
});

test('an expand migration removes, renames and restricts nothing', () => {
  for (const [name, phase] of Object.entries(phases)) {
    if (phase !== 'expand') continue;
    const source = readFileSync(join(folder, `${name}.ts`), 'utf8');
    const found = /\b(?:drop|rename|truncate|alter column|set not null|add constraint)\b/i.exec(source);
    assert.equal(found?.[0], undefined, name);
    for (const [column] of source.matchAll(/add column[^`,;]*/gi))
      assert.ok(!/not null/i.test(column) || /default/i.test(column), `${name}: ${column} needs a default`);
  }
});
