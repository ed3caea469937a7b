import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { affectedTests, readImportGraph } from './affected-tests.ts';

const root = mkdtempSync(join(tmpdir(), 'affected-tests-'));
after(() => rmSync(root, { recursive: true }));
const files: Record<string, string> = {
  'src/tables/read.ts': 'export const read = 1;',
  'src/tables/write.ts': 'export const write = 1;',
  'src/tables/index.ts':
    "export { read } from './read.ts';\nexport { write as store, type Row } from './write.ts';",
  'src/tables/read.test.ts': "import { read } from './read.ts';",
  'src/flows/step.ts': "import { store } from '../tables/index.ts';",
  'src/flows/step.test.ts': "import { step } from './step.ts';",
  'src/flows/row.test.ts': "import type { Row } from '../tables/index.ts';",
  'src/flows/typed.test.ts': "import { type Row } from '../tables/index.ts';",
  'src/flows/start.ts': "new Worker(new URL('./step.ts', import.meta.url));",
  'src/flows/start.test.ts': "await import('./start.ts');",
  'src/rooms.ts': "import { step } from './flows/step.ts';",
  'test/api/tables/records.test.ts': "import { createRooms } from '../../../src/rooms.ts';",
  'test/api/flows/flows.test.ts': "import { createRooms } from '../../../src/rooms.ts';",
  'test/api/messages/audio.test.ts': "import { createRooms } from '../../../src/rooms.ts';",
  'test/architecture/sizes.test.ts': '',
};
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
const tests = Object.keys(files).filter((file) => file.endsWith('.test.ts'));
const graph = readImportGraph(root);
const affectedBy = (...changed: string[]) =>
  affectedTests(graph, changed, tests).filter((file) => !file.startsWith('test/architecture/'));

test('a change selects the tests that import it, also through the names of an index file', () => {
  assert.deepEqual(affectedBy('src/tables/read.ts'), [
    'src/tables/read.test.ts',
    'test/api/tables/records.test.ts',
  ]);
  assert.deepEqual(affectedBy('src/tables/write.ts'), [
    'src/flows/step.test.ts',
    'src/flows/start.test.ts',
    'test/api/tables/records.test.ts',
  ]);
});

test('a file that is started or loaded later counts as imported, and a type does not', () => {
  assert.deepEqual(affectedBy('src/flows/step.ts'), [
    'src/flows/step.test.ts',
    'src/flows/start.test.ts',
    'test/api/flows/flows.test.ts',
  ]);
});

test('through the assembly of the service only tests of the same capability are selected, unless it is changed itself', () => {
  assert.deepEqual(affectedBy('src/rooms.ts'), [
    'test/api/tables/records.test.ts',
    'test/api/flows/flows.test.ts',
    'test/api/messages/audio.test.ts',
  ]);
});

test('a module without tests of its own name selects those that are written for it', () => {
  assert.deepEqual(affectedBy('src/webhooks/post.ts'), ['test/api/messages/audio.test.ts']);
});

test('a changed test and the rules of the architecture are selected', () => {
  assert.deepEqual(affectedTests(graph, ['src/flows/row.test.ts'], tests), [
    'src/flows/row.test.ts',
    'test/architecture/sizes.test.ts',
  ]);
});
