import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { forEachDatabase } from '../../../../../test/support/databases/databases.ts';
import {
  find,
  openKnowledge,
  type TestKnowledge,
} from '../../../../../test/support/knowledge/open-knowledge.ts';
import { createSourceRuns } from '../../../../../test/support/knowledge/source-runs.ts';
import { createWordEmbedder, wordEmbedders } from '../../../../../test/support/knowledge/word-embedders.ts';
import type { Agent } from '../../../../agents/index.ts';
import type { Database } from '../../../../db/index.ts';
import { readFolderFile } from './read-folder-file.ts';
import { requireFolderUrl } from './source-folders.ts';

interface Bench {
  folder: string;
  write(path: string, text: string | Buffer): void;
  test: TestKnowledge;
  agent: Agent;
  runs: ReturnType<typeof createSourceRuns>;
  embedded(): number;
  documents(): Promise<string[]>;
}

const withFolder = async (db: Database, work: (bench: Bench) => Promise<void>): Promise<void> => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'frontdesk-folder-')));
  const folder = join(base, 'manuals');
  const embedder = createWordEmbedder();
  const opened = await openKnowledge(db, { sourceFolders: [folder], embedders: wordEmbedders(embedder) });
  const write = (path: string, text: string | Buffer): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  try {
    const agent = await opened.newAgent();
    await work({
      folder,
      write,
      test: opened,
      agent,
      runs: createSourceRuns(db, opened),
      embedded: () => embedder.texts.length,
      documents: async () => {
        const rows = await db.query
          .selectFrom('documents')
          .select(['name', 'source_url', 'status'])
          .where('agent_id', '=', agent.id)
          .orderBy('name')
          .execute();
        for (const row of rows) assert.deepEqual([row.source_url, row.status], ['', 'ACTIVE'], row.name);
        return rows.map(({ name }) => name);
      },
    });
  } finally {
    await opened.close();
    rmSync(base, { recursive: true, force: true });
  }
};

const html =
  '<!doctype html><title>Prices</title><nav>Menu</nav><main><h1>Prices</h1><p>An umbrella costs nine euros.</p></main>';

forEachDatabase(
  'the files of a folder become documents, and the report has the reason of each other entry',
  (db) =>
    withFolder(db, async ({ folder, write, test: opened, agent, runs, documents }) => {
      write('returns.md', '# Returns\n\nUmbrellas can be returned within thirty days.');
      write('shop/prices.html', html);
      write('shop/stock.csv', 'item,count\nCane,14\n');
      write('shop/photo.png', Buffer.from('\x89PNG\r\n', 'latin1'));
      write('shop/copy.md', '# Returns\n\nUmbrellas can be returned within thirty days.');
      write('notes', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'));
      write('empty.txt', '');
      write('.env', 'PASSWORD=secret');
      write('.git/config', 'secret');
      write('drafts/plan.md', 'A plan that nobody may read.');
      writeFileSync(join(folder, '../outside.md'), 'A secret of the server.');
      symlinkSync('../outside.md', join(folder, 'outside.md'));
      symlinkSync('/etc', join(folder, 'system'));
      symlinkSync('shop', join(folder, 'shop-link'));
      symlinkSync('nowhere.md', join(folder, 'broken.md'));
      symlinkSync('loop.md', join(folder, 'loop.md'));
      execFileSync('mkfifo', [join(folder, 'pipe.md')]);
      writeFileSync(
        Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9, 0x2e, 0x6d, 0x64])]),
        'x',
      );
      write('line\nbreak.md', 'A file with a line break in its name is about galoshes.');
      const source = await runs.create(agent, {
        kind: 'folder',
        url: requireFolderUrl(folder, [folder]),
        rules: { exclude: ['drafts/**'] },
      });
      const run = await runs.sync(source);
      assert.deepEqual([run.status, run.error], ['completed', null]);
      assert.deepEqual(await runs.report(run), {
        '.env': 'skipped: hidden',
        '.git': 'skipped: hidden',
        'broken.md': 'skipped: link',
        'café.md': 'skipped: name',
        'drafts/plan.md': 'skipped: excluded',
        'empty.txt': 'skipped: no-text',
        'line\nbreak.md': 'added',
        'loop.md': 'skipped: link',
        'outside.md': 'skipped: link',
        'pipe.md': 'skipped: special',
        'returns.md': 'added',
        'shop-link': 'skipped: link',
        'shop/copy.md': 'skipped: duplicate',
        'shop/photo.png': 'skipped: unsupported',
        'shop/prices.html': 'added',
        'shop/stock.csv': 'added',
        notes: 'skipped: unsupported',
        system: 'skipped: link',
      });
      assert.deepEqual(await documents(), [
        'linebreak.md',
        'returns.md',
        'shop/prices.html',
        'shop/stock.csv',
      ]);
      const [best] = await find(opened, agent, 'What does an umbrella cost?');
      assert.equal(best?.content, '# Prices\n\nAn umbrella costs nine euros.');
    }),
);

forEachDatabase('only changed files are read and embedded again, and deleted files are removed', (db) =>
  withFolder(db, async ({ folder, write, test: opened, agent, runs, embedded, documents }) => {
    for (const name of ['a', 'b', 'c', 'd'])
      write(`${name}.md`, `The text of ${name} is about ${name}-things.`);
    const source = await runs.create(agent, { kind: 'folder', url: requireFolderUrl(folder, [folder]) });
    assert.equal((await runs.sync(source)).added, 4);
    const before = embedded();
    const second = await runs.sync(source);
    assert.deepEqual([second.unchanged, second.updated, second.added], [4, 0, 0]);
    // Another time, same content.
    utimesSync(join(folder, 'a.md'), new Date(), new Date(Date.now() + 5000));
    const third = await runs.sync(source);
    assert.deepEqual([third.unchanged, third.updated], [4, 0]);
    assert.equal(embedded(), before);
    write('b.md', 'Galoshes are sold in pairs.');
    rmSync(join(folder, 'c.md'));
    renameSync(join(folder, 'd.md'), join(folder, 'e.md'));
    const fourth = await runs.sync(source);
    const { unchanged, updated, added, removed } = fourth;
    assert.deepEqual([unchanged, updated, added, removed], [1, 1, 1, 2]);
    assert.deepEqual(await documents(), ['a.md', 'b.md', 'e.md']);
    const [best] = await find(opened, agent, 'How are galoshes sold?');
    assert.match(best?.content ?? '', /in pairs/);
  }),
);

forEachDatabase(
  'a folder that is empty, missing or outside of the allowed folders deletes no documents',
  (db) =>
    withFolder(db, async ({ folder, write, agent, runs, documents }) => {
      write('docs/a.md', 'The shop opens at nine.');
      const source = await runs.create(agent, {
        kind: 'folder',
        url: requireFolderUrl(`${folder}/docs`, [folder]),
      });
      assert.equal((await runs.sync(source)).added, 1);
      renameSync(join(folder, 'docs'), join(folder, 'before'));
      const missing = await runs.sync(source);
      assert.deepEqual(
        [missing.status, missing.error],
        ['failed', `There is no folder ${folder}/docs on the server`],
      );
      mkdirSync(join(folder, 'docs'));
      const empty = await runs.sync(source);
      assert.deepEqual([empty.status, empty.error], ['failed', 'No files were found']);
      rmSync(join(folder, 'docs'), { recursive: true });
      symlinkSync(tmpdir(), join(folder, 'docs'));
      const outside = await runs.sync(source);
      assert.equal(outside.status, 'failed');
      assert.match(outside.error ?? '', /is not below a folder that FRONTDESK_SOURCE_FOLDERS names/);
      assert.deepEqual(await documents(), ['a.md']);
    }),
);

forEachDatabase('the limits of files and bytes end a sync early and are reported', (db) =>
  withFolder(db, async ({ folder, write, agent, runs }) => {
    for (const name of ['a', 'b', 'c']) write(`${name}.txt`, `${name} ${'word '.repeat(120_000)}`);
    write('huge.txt', Buffer.alloc(11 * 1024 * 1024, 'huge '));
    const url = requireFolderUrl(folder, [folder]);
    const few = await runs.create(agent, { kind: 'folder', url, rules: { maxPages: 2 } });
    const first = await runs.sync(few);
    assert.deepEqual([first.found, first.beyondLimit], [2, 2]);
    const small = await runs.create(agent, { kind: 'folder', url, rules: { maxTotalMb: 1 } });
    const second = await runs.sync(small);
    assert.deepEqual(await runs.report(second), { 'a.txt': 'added', 'huge.txt': 'skipped: too-large' });
    assert.equal(second.beyondLimit, 2);
  }),
);

test('a file is read only if its real path is below the folder', async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'frontdesk-folder-')));
  try {
    const root = join(base, 'root');
    mkdirSync(join(root, 'sub'), { recursive: true });
    writeFileSync(join(base, 'secret.md'), 'secret');
    writeFileSync(join(root, 'sub/a.md'), 'text');
    const read = (path: string) => readFolderFile(root, { path, version: '', maxBytes: 10 });
    assert.equal((await read('sub/a.md')).kind, 'file');
    assert.deepEqual(await read('../secret.md'), {
      kind: 'skipped',
      reason: { code: 'link', detail: 'leads outside of the folder' },
    });
    // Replaced between the listing and the reading.
    rmSync(join(root, 'sub'), { recursive: true });
    symlinkSync(base, join(root, 'sub'));
    assert.equal((await read('sub/secret.md')).kind, 'skipped');
    assert.deepEqual(await read('sub/none.md'), { kind: 'gone' });
    writeFileSync(join(root, 'large.md'), 'more than ten bytes');
    assert.deepEqual(await read('large.md'), {
      kind: 'skipped',
      reason: { code: 'too-large', detail: `more than ${10 / 1024 / 1024} MB` },
    });
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});

const folderUrls: [text: string, expected: string | RegExp][] = [
  ['/srv/docs', 'file:///srv/docs'],
  ['/srv/docs/', 'file:///srv/docs'],
  ['file:///srv/docs/%C3%BCber', 'file:///srv/docs/%C3%BCber'],
  ['/srv/docs/a b#c', 'file:///srv/docs/a%20b%23c'],
  ['/srv/docs/../docs/x', 'file:///srv/docs/x'],
  ['/srv/docs/..', /^url must be one of the folders/],
  ['/srv/docs-private', /^url must be one of the folders/],
  ['file:///srv/docs/%2e%2e/%2e%2e/etc', /^url must be one of the folders/],
  ['file:///srv/docs/..%2f..%2fetc', /^url must be an absolute path/],
  ['file://host/srv/docs', /^url must be an absolute path/],
  ['srv/docs', /^url must be an absolute path/],
  ['/srv/docs/\0', /^url must be an absolute path/],
  ['https://example.com/', /^url must be an absolute path/],
];

for (const [text, expected] of folderUrls)
  test(`folder ${JSON.stringify(text)}`, () => {
    const read = () => requireFolderUrl(text, ['/srv/docs']);
    if (typeof expected === 'string') assert.equal(read(), expected);
    else assert.throws(read, { message: expected });
  });

test('without allowed folders the kind is not available', () => {
  assert.throws(() => requireFolderUrl('/srv/docs', []), { message: /^kind folder is not available/ });
});
