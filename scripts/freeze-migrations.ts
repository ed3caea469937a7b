/**
 * Lists new migrations with their checksums in test/fixtures/databases/migrations.json. A listed migration
 * that has changed is an error: write a new one instead.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../migrations/index.ts';

const root = join(import.meta.dirname, '..');
const listFile = join(root, 'test/fixtures/databases/migrations.json');
const list = JSON.parse(readFileSync(listFile, 'utf8')) as Record<string, string>;

for (const name of Object.keys(migrations)) {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'migrations', `${name}.ts`)))
    .digest('hex');
  if (list[name] !== undefined && list[name] !== hash)
    throw new Error(`Migration ${name} was published before and must not change`);
  list[name] = hash;
}
const sorted = Object.fromEntries(Object.entries(list).toSorted(([a], [b]) => a.localeCompare(b)));
writeFileSync(listFile, `${JSON.stringify(sorted, null, 2)}\n`);
