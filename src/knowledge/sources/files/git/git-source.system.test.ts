import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../../../test/support/databases/databases.ts';
import {
  find,
  openKnowledge,
  type TestKnowledge,
} from '../../../../../test/support/knowledge/open-knowledge.ts';
import { createSourceRuns, type SourceChange } from '../../../../../test/support/knowledge/source-runs.ts';
import { createWordEmbedder, wordEmbedders } from '../../../../../test/support/knowledge/word-embedders.ts';
import { type GitServer, startGitServer } from '../../../../../test/support/servers/git-server.ts';
import { startWebSite } from '../../../../../test/support/servers/web-site.ts';
import type { Agent } from '../../../../agents/index.ts';
import type { Database } from '../../../../db/index.ts';
import type { GitConnection, Source } from '../../source.ts';

type Change = Partial<SourceChange> & Partial<GitConnection>;

interface Bench {
  server: GitServer;
  test: TestKnowledge;
  agent: Agent;
  runs: ReturnType<typeof createSourceRuns>;
  create(change?: Change): Promise<Source>;
  embedded(): number;
  documents(): Promise<string[]>;
}

const withRepository = async (
  db: Database,
  work: (bench: Bench) => Promise<void>,
  options: Parameters<typeof startGitServer>[0] = {},
): Promise<void> => {
  const server = await startGitServer(options);
  const embedder = createWordEmbedder();
  const test = await openKnowledge(db, { embedders: wordEmbedders(embedder) });
  try {
    const agent = await test.newAgent();
    const runs = createSourceRuns(db, test);
    await work({
      server,
      test,
      agent,
      runs,
      create: ({ branch = '', folder = '', urlTemplate = '', ...change } = {}) =>
        runs.create(agent, {
          kind: 'git',
          url: server.url,
          connection: { git: { branch, folder, urlTemplate } },
          ...change,
        }),
      embedded: () => embedder.texts.length,
      documents: async () => {
        const rows = await db.query
          .selectFrom('documents')
          .select(['name', 'source_url'])
          .where('agent_id', '=', agent.id)
          .orderBy('name')
          .execute();
        return rows.map(({ name, source_url }) => `${name} ${source_url}`.trim());
      },
    });
  } finally {
    await test.close();
    await server.close();
  }
};

const pathsOf = ({ requests }: GitServer): string[] =>
  requests.map(({ path }) => path.slice('/manuals.git'.length));
const info = '/info/refs?service=git-upload-pack';
const upload = '/git-upload-pack';
const lfs = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';

for (const hash of ['sha1', 'sha256'] as const)
  forEachDatabase(`the files of a folder of a ${hash} repository become documents`, (db) =>
    withRepository(
      db,
      async ({ server, test, agent, runs, create, documents }) => {
        server.commit({
          'README.md': 'Not in the folder.',
          'docs/returns.md': 'Umbrellas can be returned within thirty days.',
          'docs/a b/ä#1.md': 'Odd names are about galoshes.',
          'docs/page.html': '<title>T</title><nav>Menu</nav><main><p>Canes cost ten euros.</p></main>',
          'docs/manual.pdf': lfs,
          'docs/logo.png': 'no picture',
          'docs/run.ts': 'export {};',
        });
        const source = await create({
          branch: 'main',
          folder: 'docs',
          urlTemplate: 'https://git.example/blob/main/{path}',
        });
        const run = await runs.sync(source);
        assert.deepEqual([run.status, run.error], ['completed', null]);
        assert.deepEqual(await runs.report(run), {
          'a b/ä#1.md': 'added',
          'logo.png': 'skipped: unsupported',
          'manual.pdf': 'skipped: lfs',
          'page.html': 'added',
          'returns.md': 'added',
          'run.ts': 'skipped: unsupported',
        });
        assert.deepEqual(await documents(), [
          'a b/ä#1.md https://git.example/blob/main/docs/a%20b/%C3%A4%231.md',
          'page.html https://git.example/blob/main/docs/page.html',
          'returns.md https://git.example/blob/main/docs/returns.md',
        ]);
        const [best] = await find(test, agent, 'What do canes cost?');
        assert.match(best?.content ?? '', /Canes cost ten euros/);
      },
      { hash },
    ),
  );

forEachDatabase('nothing is fetched for an unchanged commit, and only changed files for another one', (db) =>
  withRepository(db, async ({ server, runs, create, embedded, documents }) => {
    const long = 'A line that many files have in common.\n'.repeat(200);
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`f${at}.md`, `${long}The text of file ${at}.`]),
    );
    server.commit({ ...files, 'same.md': `${long}The text of file 5.`, 'empty.md': '' });
    server.git(['gc', '-q']);
    const source = await create();
    const first = await runs.sync(source);
    assert.deepEqual([first.added, first.skipped], [40, 2]);
    const before = embedded();

    server.requests.length = 0;
    const second = await runs.sync(source);
    assert.deepEqual([second.unchanged, second.skipped, second.added], [40, 2, 0]);
    assert.deepEqual(pathsOf(server), [info, upload], 'capabilities and the branch');

    server.commit({ 'f1.md': 'Another text.', 'f2.md': null, 'new.md': 'A new text.' });
    server.requests.length = 0;
    const third = await runs.sync(source);
    const { added, updated, unchanged, removed } = third;
    assert.deepEqual([added, updated, unchanged, removed], [1, 1, 38, 1]);
    assert.ok(pathsOf(server).filter((path) => path === upload).length <= 5, 'few requests');
    assert.ok(
      server.requests.every(({ bytes }) => bytes < 8000),
      'unchanged files are not sent',
    );
    assert.equal(embedded() - before, 2);
    assert.equal((await documents()).length, 40);
  }),
);

forEachDatabase(
  'a document that was deleted by hand is added again, although the commit is unchanged',
  (db) =>
    withRepository(db, async ({ server, test, agent, runs, create, documents }) => {
      server.commit({ 'a.md': 'The text of a.', 'b.md': 'The text of b.' });
      const source = await create();
      await runs.sync(source);
      const { id } = await db.query
        .selectFrom('documents')
        .select('id')
        .where('name', '=', 'a.md')
        .executeTakeFirstOrThrow();
      await test.knowledge.documents.remove(agent, [id]);
      const again = await runs.sync(source);
      assert.deepEqual([again.added, again.unchanged], [1, 1]);
      assert.deepEqual(await documents(), ['a.md', 'b.md']);
    }),
);

forEachDatabase('names that lead elsewhere, links and submodules are skipped with the reason', (db) =>
  withRepository(db, async ({ server, runs, create, documents }) => {
    server.commit({ 'good.md': 'A good file.' });
    const id = server.writeBlob('A hostile file.');
    const link = server.writeBlob('/etc/passwd');
    const tree = server.writeTree([{ mode: '100644', name: 'x.md', id }]);
    server.commitTree([
      { mode: '100644', name: '..', id },
      { mode: '40000', name: '../up', id: tree },
      { mode: '100644', name: 'a/../../x.md', id },
      { mode: '100644', name: Buffer.from([0x63, 0xe9, 0x2e, 0x6d, 0x64]), id },
      { mode: '100644', name: 'good.md', id: server.writeBlob('A good file.') },
      { mode: '120000', name: 'link.md', id: link },
      { mode: '40000', name: '.', id: tree },
      { mode: '160000', name: 'module', id },
    ]);
    const run = await runs.sync(await create());
    assert.deepEqual([run.status, run.error], ['completed', null]);
    const { 'good.md': good, ...others } = await runs.report(run);
    assert.equal(good, 'added');
    assert.deepEqual(others, {
      '..': 'skipped: name',
      '../up': 'skipped: name',
      './x.md': 'skipped: name',
      'a/../../x.md': 'skipped: name',
      'link.md': 'skipped: link',
      'c\u00e9.md': 'skipped: name',
      module: 'skipped: submodule',
    });
    assert.deepEqual(await documents(), ['good.md']);
  }),
);

forEachDatabase('trees that name each other again and again end at the limit', (db) =>
  withRepository(db, async ({ server, runs, create }) => {
    let tree = server.writeTree([]);
    for (let level = 0; level < 12; level += 1)
      tree = server.writeTree(
        Array.from({ length: 10 }, (_, at) => ({ mode: '40000', name: `d${at}`, id: tree })),
      );
    server.commitTree([{ mode: '40000', name: 'bomb', id: tree }]);
    const run = await runs.sync(await create());
    assert.equal(run.status, 'failed');
    assert.match(run.error ?? '', /more than 100,000 files and folders/);
  }),
);

forEachDatabase(
  'a server without partial clones is read; one without version 2 fails with the reason',
  async (db) => {
    await withRepository(
      db,
      async ({ server, runs, create }) => {
        server.commit({ 'docs/a.md': 'The text of a.', 'b.md': 'The text of b.' });
        assert.equal((await runs.sync(await create({ folder: 'docs' }))).added, 1);
      },
      { hasFilter: false },
    );
    await withRepository(
      db,
      async ({ server, runs, create }) => {
        server.commit({ 'a.md': 'The text of a.' });
        assert.match((await runs.sync(await create())).error ?? '', /does not support version 2/);
      },
      { version: 0 },
    );
  },
);

const secret = { user: 'reader', secret: 'the:token' };
const wrong: [name: string, change: Change, message: RegExp][] = [
  ['no credentials', {}, /asks for credentials. Add a token/],
  ['a wrong token', { credentials: { user: 'reader', secret: 'x' } }, /refused the user name and token/],
  ['another branch', { credentials: secret, branch: 'none' }, /has no branch or tag none/],
  ['another folder', { credentials: secret, folder: 'a.md' }, /has no folder a.md/],
];

forEachDatabase('wrong credentials, branches and folders fail with what to do', (db) =>
  withRepository(
    db,
    async ({ server, runs, create, documents }) => {
      server.commit({ 'a.md': 'The text of a.' });
      for (const [name, change, message] of wrong) {
        const run = await runs.sync(await create(change));
        assert.equal(run.status, 'failed', name);
        assert.match(run.error ?? '', message, name);
      }
      server.git(['tag', '-a', 'v1', '-m', 'Version 1']);
      assert.equal((await runs.sync(await create({ credentials: secret, branch: 'v1' }))).added, 1);
      assert.deepEqual(await documents(), ['a.md']);
    },
    { credentials: secret },
  ),
);

const packet = (bytes: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')),
    Buffer.from(bytes as string),
  ]);
const capabilities = Buffer.concat([
  packet('version 2\n'),
  packet('ls-refs\n'),
  packet('fetch=shallow filter\n'),
  packet('object-format=sha1\n'),
  Buffer.from('0000'),
]);
const refs = Buffer.concat([packet(`${'a'.repeat(40)} HEAD\n`), Buffer.from('0000')]);
const packfile = (data: Buffer): Buffer =>
  Buffer.concat([
    packet('packfile\n'),
    ...Array.from({ length: Math.ceil(data.length / 60_000) }, (_, at) =>
      packet(Buffer.concat([Buffer.from([1]), data.subarray(at * 60_000, (at + 1) * 60_000)])),
    ),
    Buffer.from('0000'),
  ]);

/** What a hostile server sends as a pack, and the error of the sync. */
const hostile: [name: string, pack: () => Buffer, message: RegExp][] = [
  ['a pack of 70 MB', () => packfile(Buffer.alloc(70 * 1024 * 1024)), /has more than 64 MB/],
  ['no pack', () => packfile(Buffer.from('PACK')), /damaged Git data/],
  ['an error', () => packet('ERR upload-pack: not our ref\n'), /refused: upload-pack: not our ref/],
  ['no protocol', () => Buffer.from('<html>Welcome</html>'), /did not answer as a Git server/],
];

forEachDatabase('a hostile Git server fails the sync', async (db) => {
  const test = await openKnowledge(db);
  const runs = createSourceRuns(db, test);
  const agent = await test.newAgent();
  try {
    for (const [name, pack, message] of hostile) {
      let calls = 0;
      const site = await startWebSite({
        [`/r${info}`]: (_request, response) => void response.end(capabilities),
        [`/r${upload}`]: (request, response) => {
          request.resume();
          calls += 1;
          response.end(calls === 1 ? refs : pack());
        },
      });
      const source = await runs.create(agent, {
        kind: 'git',
        url: `${site.url}/r`,
        connection: { git: { branch: '', folder: '', urlTemplate: '' } },
      });
      const run = await runs.sync(source);
      await site.close();
      assert.equal(run.status, 'failed', name);
      assert.match(run.error ?? '', message, name);
    }
  } finally {
    await test.close();
  }
});
