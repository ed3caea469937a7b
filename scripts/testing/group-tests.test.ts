import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { groupTestFiles, writeTestGroups } from './group-tests.ts';

const root = mkdtempSync(join(tmpdir(), 'group-tests-'));
after(() => rmSync(root, { recursive: true }));

const write = (file: string, source = ''): string => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), source);
  return file;
};

test('every file is in exactly one group, together with files of the same top-level folder', () => {
  const files = [
    ...Array.from({ length: 20 }, (_, index) => write(`src/room/${index}.test.ts`)),
    ...Array.from({ length: 9 }, (_, index) => write(`test/api/${index}.test.ts`)),
  ];
  const groups = groupTestFiles(root, files);
  assert.deepEqual(groups.flat().sort(), [...files].sort());
  for (const group of groups) assert.equal(new Set(group.map((file) => file.split('/')[0])).size, 1);
  assert.ok(groups.length < 10);
});

test('files that request it get their own process, and long tests share one with few others', () => {
  const files = [
    write('src/a.test.ts'),
    write('src/b.test.ts', '// In a process of its own: it counts loaded modules.\n'),
    write('src/c.test.ts'),
    ...Array.from({ length: 4 }, (_, index) => write(`test/e2e/${index}.test.ts`)),
    ...Array.from({ length: 4 }, (_, index) => write(`test/api/${index}.system.test.ts`)),
  ];
  assert.deepEqual(groupTestFiles(root, files).sort(), [
    ['src/a.test.ts', 'src/c.test.ts'],
    ['src/b.test.ts'],
    ['test/api/0.system.test.ts', 'test/api/1.system.test.ts', 'test/api/2.system.test.ts'],
    ['test/api/3.system.test.ts'],
    ['test/e2e/0.test.ts', 'test/e2e/1.test.ts', 'test/e2e/2.test.ts'],
    ['test/e2e/3.test.ts'],
  ]);
});

test('files with other variables are in other groups', () => {
  const files = [write('src/a.test.ts'), write('src/b.test.ts'), write('src/c.test.ts')];
  assert.deepEqual(
    groupTestFiles(root, files, (file) => ({
      DATABASE: file === 'src/b.test.ts' ? 'postgres' : 'sqlite',
    })).sort(),
    [['src/a.test.ts', 'src/c.test.ts'], ['src/b.test.ts']],
  );
});

test('the large groups come first, those of browsers and faults alternate, and small groups come last', () => {
  const files = [
    write('scripts/a.test.ts'),
    ...Array.from({ length: 50 }, (_, index) => write(`src/${index + 10}.test.ts`)),
    ...Array.from({ length: 4 }, (_, index) => write(`test/e2e/${index}.test.ts`)),
    write('test/faults/a.test.ts'),
  ];
  assert.deepEqual(
    groupTestFiles(root, files).map(([first]) => first),
    [
      'src/10.test.ts',
      'src/11.test.ts',
      'test/e2e/0.test.ts',
      'test/faults/a.test.ts',
      'test/e2e/3.test.ts',
      'scripts/a.test.ts',
    ],
  );
});

test('a group runs every file under its name, separates hooks, and fails if a file cannot be loaded', () => {
  const file = (name: string, source: string): string =>
    write(`src/${name}.test.mjs`, `import { beforeEach, test } from 'node:test';\n${source}`);
  const files = [
    file(
      'hooked',
      "let calls = 0; beforeEach(() => { calls += 1; }); test('one', () => {}); test('two', () => { if (calls !== 2) throw new Error('hook missed'); });",
    ),
    file('broken', "throw new Error('cannot be loaded');"),
    file('last', "test('three', () => { throw new Error('is reported'); });"),
  ];
  const [path = ''] = writeTestGroups(root, [files], join(root, 'groups'));
  let output = '';
  try {
    execFileSync(process.execPath, ['--test-reporter=tap', path], { encoding: 'utf8', env: {} });
    assert.fail('the group should have failed');
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  for (const expected of ['ok 1 - one', 'ok 2 - two', 'not ok 1 - three', 'cannot be loaded', 'is reported'])
    assert.ok(output.includes(expected), `${expected} is missing in ${output}`);
  for (const name of files) assert.ok(output.includes(`# Subtest: ${name}`));
});

test('the files of a group see its environment variables when they are loaded', () => {
  const source =
    "import { test } from 'node:test'; const seen = process.env.PLACE; test('one', () => { if (seen !== 'here') throw new Error(seen); });";
  const files = [write('src/placed.test.mjs', source)];
  const [path = ''] = writeTestGroups(root, [files], join(root, 'placed'), (file) => ({
    PLACE: file === files[0] ? 'here' : 'elsewhere',
  }));
  const output = execFileSync(process.execPath, ['--test-reporter=tap', path], { encoding: 'utf8', env: {} });
  assert.ok(output.includes('ok 1 - one'), output);
});

test('node runs the groups in the given order', () => {
  const folder = join(root, 'ordered');
  const groups = Array.from({ length: 12 }, (_, index) => [
    write(`src/order/${11 - index}.test.mjs`, "import { test } from 'node:test'; test('runs', () => {});"),
  ]);
  const paths = writeTestGroups(root, groups, folder);
  const args = ['--test', '--test-concurrency=1', '--test-reporter=tap', ...paths];
  const output = execFileSync(process.execPath, args, { encoding: 'utf8', env: {} });
  const order = [...output.matchAll(/^# Subtest: (src\/order\/.*)$/gm)].map(([, file]) => file);
  assert.deepEqual(order, groups.flat());
});
