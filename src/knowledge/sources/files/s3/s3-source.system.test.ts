import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../../../test/support/databases/databases.ts';
import {
  find,
  openKnowledge,
  type TestKnowledge,
} from '../../../../../test/support/knowledge/open-knowledge.ts';
import { createSourceRuns, type SourceChange } from '../../../../../test/support/knowledge/source-runs.ts';
import { createWordEmbedder, wordEmbedders } from '../../../../../test/support/knowledge/word-embedders.ts';
import { accessKey, type S3Server, startS3Server } from '../../../../../test/support/servers/s3-server.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import type { Agent } from '../../../../agents/index.ts';
import type { Database } from '../../../../db/index.ts';
import type { Source } from '../../source.ts';

interface Bench {
  storage: S3Server;
  test: TestKnowledge;
  agent: Agent;
  runs: ReturnType<typeof createSourceRuns>;
  create(
    change?: Partial<SourceChange> & { prefix?: string; region?: string; bucket?: string },
  ): Promise<Source>;
  embedded(): number;
  documents(): Promise<string[]>;
}

const withStorage = async (
  db: Database,
  work: (bench: Bench) => Promise<void>,
  options: Parameters<typeof startS3Server>[0] = {},
): Promise<void> => {
  const storage = await startS3Server(options);
  const embedder = createWordEmbedder();
  const test = await openKnowledge(db, { embedders: wordEmbedders(embedder) });
  try {
    const agent = await test.newAgent();
    const runs = createSourceRuns(db, test);
    await work({
      storage,
      test,
      agent,
      runs,
      create: ({ prefix = '', region = storage.region, bucket = storage.bucket, ...change } = {}) =>
        runs.create(agent, {
          kind: 's3',
          url: storage.url,
          connection: { s3: { bucket, prefix, region, isPathStyle: true } },
          credentials: accessKey,
          ...change,
        }),
      embedded: () => embedder.texts.length,
      documents: async () => {
        const rows = await db.query
          .selectFrom('documents')
          .select('name')
          .where('agent_id', '=', agent.id)
          .orderBy('name')
          .execute();
        return rows.map(({ name }) => name);
      },
    });
  } finally {
    await test.close();
    await storage.close();
  }
};

forEachDatabase('the objects below a prefix become documents, read with signed requests', (db) =>
  withStorage(db, async ({ storage, test, agent, runs, create, documents }) => {
    storage.put('docs/returns.md', 'Umbrellas can be returned within thirty days.');
    storage.put("docs/a b/ä+(1)'!*.md", 'Odd names are about galoshes.');
    storage.put('docs/a b/', '');
    storage.put('docs/../x.md', 'A path that leads out.');
    storage.put('docs/photo.jpg', 'no picture');
    storage.put('docs/page.html', '<title>T</title><nav>Menu</nav><main><p>Canes cost ten euros.</p></main>');
    storage.put('private/secret.md', 'Not below the prefix.');
    const source = await create({ prefix: 'docs/' });
    const run = await runs.sync(source);
    assert.deepEqual([run.status, run.error], ['completed', null]);
    assert.deepEqual(await runs.report(run), {
      '../x.md': 'skipped: name',
      "a b/ä+(1)'!*.md": 'added',
      'page.html': 'added',
      'photo.jpg': 'skipped: unsupported',
      'returns.md': 'added',
    });
    assert.deepEqual(await documents(), ["a b/ä+(1)'!*.md", 'page.html', 'returns.md']);
    const [best] = await find(test, agent, 'What do canes cost?');
    assert.equal(best?.content, '# T\n\nCanes cost ten euros.');
    assert.ok(!storage.requests.some((path) => path.includes('photo.jpg') || path.includes('secret')));
  }),
);

forEachDatabase('only changed objects are requested again, and deleted ones are removed', (db) =>
  withStorage(db, async ({ storage, runs, create, embedded, documents }) => {
    for (const name of ['a', 'b', 'c']) storage.put(`${name}.md`, `The text of ${name}.`, 1_700_000_000_123);
    const source = await create();
    assert.equal((await runs.sync(source)).added, 3);
    const before = embedded();
    storage.requests.length = 0;
    assert.equal((await runs.sync(source)).unchanged, 3);
    assert.ok(
      storage.requests.every((path) => path.includes('list-type=2')),
      'no object was requested',
    );
    storage.put('a.md', 'The text of a.', 1_800_000_000_000);
    assert.equal((await runs.sync(source)).unchanged, 3);
    assert.equal(embedded(), before, 'same content');
    storage.put('b.md', 'Another text.');
    storage.objects.delete('c.md');
    const last = await runs.sync(source);
    assert.deepEqual([last.unchanged, last.updated, last.removed], [1, 1, 1]);
    assert.deepEqual(await documents(), ['a.md', 'b.md']);
  }),
);

forEachDatabase('an object that changes or vanishes between the listing and its request', (db) =>
  withStorage(db, async ({ storage, runs, create, test, agent }) => {
    storage.put('changed.md', 'The old text.', 1_700_000_000_000);
    storage.put('vanished.md', 'This object vanishes.');
    storage.beforeGet((key) => {
      if (key === 'changed.md') storage.put('changed.md', 'The new text is longer.', 1_700_000_100_000);
      else storage.objects.delete(key);
    });
    const source = await create();
    const first = await runs.sync(source);
    assert.deepEqual(await runs.report(first), { 'changed.md': 'added', 'vanished.md': 'skipped: gone' });
    assert.match((await find(test, agent, 'text'))[0]?.content ?? '', /new text/);
    storage.beforeGet(undefined);
    storage.requests.length = 0;
    assert.equal((await runs.sync(source)).unchanged, 1);
    assert.ok(
      !storage.requests.some((path) => path.includes('changed.md')),
      'the version is the one that was read',
    );
  }),
);

const wrong: [name: string, change: Parameters<Bench['create']>[0], message: RegExp][] = [
  [
    'an unknown access key',
    { credentials: { user: 'AKIAOTHER', secret: 'x' } },
    /does not know the access key ID/,
  ],
  [
    'a wrong secret',
    { credentials: { user: accessKey.user, secret: 'x' } },
    /Check the access key ID, the secret access key/,
  ],
  ['another region', { region: 'us-west-9' }, /The bucket is in the region eu-test-1/],
  ['another bucket', { bucket: 'other' }, /There is no bucket other at this endpoint/],
  ['no credentials', { credentials: undefined }, /The bucket manuals is not public. Add an access key/],
  ['an empty prefix', { prefix: 'none/' }, /No files were found/],
];

forEachDatabase('a wrong key, region or bucket fails the sync with what to do', (db) =>
  withStorage(db, async ({ storage, runs, create }) => {
    storage.put('a.md', 'The text of a.');
    for (const [name, change, message] of wrong) {
      const run = await runs.sync(await create(change));
      assert.equal(run.status, 'failed', name);
      assert.match(run.error ?? '', message, name);
    }
  }),
);

forEachDatabase('a bucket is read by a host name that contains it', (db) =>
  withStorage(db, async ({ storage, runs, create, documents }) => {
    storage.put('guide/a b.md', 'The text of a.');
    storage.put('b.md', 'The text of b.');
    const { bucket, region } = storage;
    const source = await create({
      url: storage.url.replace('127.0.0.1', 'localhost'),
      connection: { s3: { bucket, prefix: '', region, isPathStyle: false } },
    });
    const run = await runs.sync(source);
    assert.deepEqual([run.status, run.error, run.added], ['completed', null, 2]);
    assert.deepEqual(await documents(), ['b.md', 'guide/a b.md']);
    assert.ok(
      storage.requests.every((path) => !path.includes(bucket)),
      'the bucket is not in the path',
    );
  }),
);

forEachDatabase('a public bucket is read without credentials, and a busy storage is asked again', (db) =>
  withStorage(
    db,
    async ({ storage, runs, create }) => {
      storage.put('a.md', 'The text of a.');
      storage.beBusy(1);
      const run = await runs.sync(await create({ credentials: undefined }));
      assert.deepEqual([run.status, run.added], ['completed', 1]);
    },
    { isPublic: true },
  ),
);

forEachDatabase(
  'a listing without end, one that repeats itself and one that is no XML delete nothing',
  (db) =>
    withStorage(db, async ({ storage, runs, create, documents }) => {
      storage.put('a.md', 'The text of a.');
      const source = await create();
      await runs.sync(source);
      const part = (keys: string, token: string) =>
        `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>${keys}</ListBucketResult>`;
      const failures: [work: (token: string | undefined) => string, message: RegExp][] = [
        [
          () => part('<Contents><Key>b.md</Key><Size>1</Size></Contents>', 'same'),
          /repeats parts of the listing/,
        ],
        [() => part('', ''), /repeats parts of the listing/],
        [(token) => part('', String(Number(token ?? 0) + 1)), /repeats parts of the listing/],
        [
          (token = '0') =>
            part(
              Array.from(
                { length: 1000 },
                (_, at) => `<Contents><Key>${token}-${at}.md</Key></Contents>`,
              ).join(''),
              String(Number(token) + 1),
            ),
          /more than 100,000 files/,
        ],
        [() => '<html>Welcome</html>', /did not answer with a listing of S3/],
        [() => `<ListBucketResult>${'<a>'.repeat(30_000)}`, /too many elements/],
        [() => 'x'.repeat(9 * 1024 * 1024), /sent more than/],
      ];
      for (const [onList, message] of failures) {
        storage.onList(onList);
        const run = await runs.sync(source);
        assert.equal(run.status, 'failed', String(message));
        assert.match(run.error ?? '', message);
      }
      assert.deepEqual(await documents(), ['a.md']);
    }),
);

forEachDatabase('credentials are stored encrypted, and a deleted source stops its sync', (db) =>
  withStorage(db, async ({ storage, runs, create, test, documents }) => {
    for (let at = 0; at < 60; at += 1) storage.put(`${at}.md`, `The text of number ${at}.`);
    const source = await create();
    const { credentials } = await db.query
      .selectFrom('source_credentials')
      .select('credentials')
      .executeTakeFirstOrThrow();
    assert.ok(!credentials.includes(accessKey.secret) && !credentials.includes(accessKey.user));
    const { sources } = test.knowledge;
    const run = await runs.start(source);
    await eventually('files are stored', async () => (await sources.requireRun(source, run.id)).added > 0);
    await db.transaction((tx) => sources.startDeletion(tx, source, 'delete'));
    await sources.untilDeleted(source);
    await test.settle();
    assert.deepEqual(await documents(), []);
    assert.deepEqual(await db.query.selectFrom('source_credentials').selectAll().execute(), []);
  }),
);
