import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { find, openKnowledge, type TestKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import { createSourceRuns } from '../../../test/support/knowledge/source-runs.ts';
import { createWordEmbedder, wordEmbedders } from '../../../test/support/knowledge/word-embedders.ts';
import {
  htmlPage,
  type SitePage,
  startWebSite,
  type WebSite,
} from '../../../test/support/servers/web-site.ts';
import { eventually } from '../../../test/support/time/eventually.ts';
import type { Agent } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';

const shopPages = (): Record<string, SitePage> => ({
  '/docs/': htmlPage('Start', '<p>The shop sells umbrellas.</p>', [
    '/docs/returns',
    '/docs/hours',
    '/blog/news',
  ]),
  '/docs/returns': htmlPage('Returns', '<p>Umbrellas can be returned within thirty days.</p>', [
    '/docs/deep',
  ]),
  '/docs/hours': htmlPage('Hours', '<p>The shop opens at nine in the morning.</p>'),
  '/docs/deep': htmlPage('Deep', '<p>Parcels travel for two days.</p>'),
  '/blog/news': htmlPage('News', '<p>A new umbrella arrived.</p>'),
});

interface Bench {
  site: WebSite;
  test: TestKnowledge;
  agent: Agent;
  runs: ReturnType<typeof createSourceRuns>;
}

const withSite = async (
  db: Database,
  pages: Record<string, SitePage>,
  work: (bench: Bench) => Promise<void>,
  options: Parameters<typeof openKnowledge>[1] = {},
): Promise<void> => {
  const site = await startWebSite(pages);
  const test = await openKnowledge(db, options);
  try {
    await work({ site, test, agent: await test.newAgent(), runs: createSourceRuns(db, test) });
  } finally {
    await test.close();
    await site.close();
  }
};

const documentsOf = async (db: Database, agent: Agent) =>
  db.query
    .selectFrom('documents')
    .select(['id', 'name', 'source_url', 'status'])
    .where('agent_id', '=', agent.id)
    .orderBy('name')
    .execute();

const namesOf = async (db: Database, agent: Agent): Promise<string[]> =>
  (await documentsOf(db, agent)).map((document) => document.name);

forEachDatabase('a site becomes documents: links within the path are read and found by search', (db) =>
  withSite(db, shopPages(), async ({ site, test, agent, runs }) => {
    const source = await runs.create(agent, { url: `${site.url}/docs/` });
    const run = await runs.sync(source);
    assert.deepEqual([run.status, run.error, run.found, run.added], ['completed', null, 4, 4]);
    const documents = await documentsOf(db, agent);
    assert.deepEqual(
      documents.map((document) => [document.name, document.status]),
      ['Deep', 'Hours', 'Returns', 'Start'].map((name) => [name, 'ACTIVE']),
    );
    assert.equal(documents[2]?.source_url, `${site.url}/docs/returns`);
    const [best] = await find(test, agent, 'When can umbrellas be returned?');
    assert.match(best?.content ?? '', /returned within thirty days/);
    assert.ok(!best?.content.includes('Imprint'), 'the footer is no content');
    assert.ok(!site.requests.includes('/blog/news'));
  }),
);

forEachDatabase(
  'unchanged pages are neither stored nor embedded again; changed ones replace their document',
  async (db) => {
    const embedder = createWordEmbedder();
    await withSite(
      db,
      shopPages(),
      async ({ site, test, agent, runs }) => {
        const source = await runs.create(agent, { url: `${site.url}/docs/` });
        await runs.sync(source);
        const before = await documentsOf(db, agent);
        const embedded = embedder.texts.length;
        const second = await runs.sync(source);
        assert.deepEqual([second.unchanged, second.added, second.updated], [4, 0, 0]);
        assert.equal(embedder.texts.length, embedded);
        // Other bytes with another ETag, but the same text.
        site.pages.set('/docs/deep', `${shopPages()['/docs/deep']}<!-- build 2 -->`);
        site.pages.set('/docs/hours', htmlPage('Hours', '<p>The shop opens at ten.</p>', ['/docs/new']));
        site.pages.set('/docs/new', htmlPage('New', '<p>Gift cards are available.</p>'));
        const third = await runs.sync(source);
        assert.deepEqual([third.unchanged, third.added, third.updated], [3, 1, 1]);
        const after = await documentsOf(db, agent);
        assert.deepEqual(
          before.map(({ id }) => id),
          after.filter(({ name }) => name !== 'New').map(({ id }) => id),
        );
        const [best] = await find(test, agent, 'When does the shop open?');
        assert.match(best?.content ?? '', /opens at ten/);
      },
      { embedders: wordEmbedders(embedder) },
    );
  },
);

forEachDatabase(
  'pages that no longer exist are deleted at once, after the grace period, or never',
  async (db) => {
    let nowMs = Date.now();
    const clock = { nowMs: () => nowMs };
    await withSite(
      db,
      shopPages(),
      async ({ site, agent, runs }) => {
        const atOnce = await runs.create(agent, { url: `${site.url}/docs/` });
        await runs.sync(atOnce);
        site.pages.delete('/docs/hours');
        const removing = await runs.sync(atOnce);
        assert.deepEqual([removing.removed, removing.missing], [1, 0]);
        assert.deepEqual(await namesOf(db, agent), ['Deep', 'Returns', 'Start']);

        const [grace, never] = [
          await runs.create(agent, { url: `${site.url}/blog/news`, kind: 'page', removal: 'after-grace' }),
          await runs.create(agent, { url: `${site.url}/blog/news`, kind: 'page', removal: 'never' }),
        ];
        for (const source of [grace, never]) await runs.sync(source);
        site.pages.delete('/blog/news');
        for (const source of [grace, never]) assert.equal((await runs.sync(source)).missing, 1);
        nowMs += 6 * 24 * 3_600_000;
        assert.equal((await runs.sync(grace)).missing, 1);
        nowMs += 24 * 3_600_000;
        assert.deepEqual([(await runs.sync(grace)).removed, (await runs.sync(never)).missing], [1, 1]);
        assert.deepEqual(await namesOf(db, agent), ['Deep', 'News', 'Returns', 'Start']);
      },
      { clock },
    );
  },
);

forEachDatabase(
  'robots.txt, patterns, depth and the page limit decide what is read, and the report says so',
  (db) =>
    withSite(
      db,
      {
        ...shopPages(),
        '/robots.txt': (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'text/plain' })
            .end('User-agent: *\nDisallow: /docs/hours\n'),
      },
      async ({ site, test, agent, runs }) => {
        const source = await runs.create(agent, { url: `${site.url}/docs/`, rules: { maxDepth: 1 } });
        const first = await runs.sync(source);
        assert.deepEqual(await runs.report(first), {
          '/docs/': 'added',
          '/docs/returns': 'added',
          '/docs/hours': 'skipped: robots',
          '/docs/deep': 'skipped: too-deep',
        });
        // Documents of pages that are excluded later are deleted.
        const rules = { ...source.rules, exclude: ['**/ret*'] };
        const changed = await db.transaction((tx) =>
          test.knowledge.sources.change(tx, source, { ...source, rules }),
        );
        // Other bytes, so that the links are read again.
        site.pages.set('/docs/', `${shopPages()['/docs/']}<!-- build 2 -->`);
        const second = await runs.sync(changed);
        assert.deepEqual([second.unchanged, second.removed, second.skipped], [1, 1, 1]);
        assert.deepEqual(await runs.report(second), {
          '/docs/': 'unchanged',
          '/docs/returns': 'removed: excluded',
          '/docs/hours': 'skipped: robots',
        });
        const excluding = await runs.create(agent, {
          url: `${site.url}/docs/`,
          rules: { exclude: ['**/ret*'], include: ['/docs/', '/docs/ret*'] },
        });
        assert.deepEqual(await runs.report(await runs.sync(excluding)), {
          '/docs/': 'added',
          '/docs/returns': 'skipped: excluded',
          '/docs/hours': 'skipped: not-included',
        });
        const limited = await runs.create(agent, { url: `${site.url}/docs/`, rules: { maxPages: 1 } });
        const run = await runs.sync(limited);
        assert.deepEqual([run.found, run.added, run.beyondLimit], [1, 1, 1]);
      },
    ),
);

forEachDatabase(
  'a cancelled run stops, and a deleted source stops its run and takes its documents with it',
  (db) =>
    withSite(db, {}, async ({ site, test, agent, runs }) => {
      const { sources } = test.knowledge;
      let held: (() => void)[] = [];
      const sendHeld = (): void => {
        for (const send of held.splice(0)) send();
      };
      let number = 0;
      site.answerOthers((request, response) => {
        if (request.url === '/robots.txt' || request.url === '/sitemap.xml')
          return void response.writeHead(404).end();
        number += 1;
        const links = Array.from({ length: 20 }, (_none, index) => `/p${number}-${index}`);
        const send = () =>
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(htmlPage(`P${number}`, `<p>Page ${request.url}</p>`, links));
        if (number > 40) held.push(send);
        else send();
      });
      const source = await runs.create(agent, { url: `${site.url}/` });
      const run = await runs.start(source);
      while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await assert.rejects(runs.start(source), /being synchronised already/);
      await db.transaction((tx) => sources.cancel(tx, run));
      sendHeld();
      const cancelled = runs.waitFor(source, run.id);
      const release = setInterval(sendHeld, 20);
      assert.equal((await cancelled).status, 'cancelled');
      clearInterval(release);
      assert.ok((await namesOf(db, agent)).length >= 1);

      held = [];
      await runs.start(source);
      while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await db.transaction((tx) => sources.startDeletion(tx, source, 'delete'));
      await sources.untilDeleted(source);
      const releaseAll = setInterval(sendHeld, 20);
      await test.settle();
      clearInterval(releaseAll);
      assert.deepEqual(await namesOf(db, agent), []);
      const failed = await db.query.selectFrom('failed_jobs').select('id').execute();
      assert.deepEqual(failed, [], 'the job ends without an error');
      await assert.rejects(sources.require(agent, source.id), /no such source/);
    }),
);

forEachDatabase('a run continues in another process where the first one stopped', async (db) => {
  const pages: Record<string, SitePage> = {};
  const links = Array.from({ length: 80 }, (_none, index) => `/p${index}`);
  for (const link of links) pages[link] = htmlPage(link, `<p>Text of ${link}</p>`);
  pages['/'] = htmlPage('Start', '<p>Start</p>', links);
  const site = await startWebSite(pages);
  const first = await openKnowledge(db);
  const agent = await first.newAgent();
  const firstRuns = createSourceRuns(db, first);
  const source = await firstRuns.create(agent, { url: `${site.url}/` });
  const run = await firstRuns.start(source);
  while ((await first.knowledge.sources.requireRun(source, run.id)).added < 20)
    await new Promise((resolve) => setTimeout(resolve, 5));
  await first.stop();
  const second = await openKnowledge(db, { folder: first.folder });
  try {
    const ended = await createSourceRuns(db, second).waitFor(source, run.id);
    assert.deepEqual([ended.status, ended.added, ended.found], ['completed', 81, 81]);
    assert.equal((await namesOf(db, agent)).length, 81);
  } finally {
    await second.close();
    await site.close();
  }
});

forEachDatabase('a process that lost its run to another one stores no page twice', async (db) => {
  const links = Array.from({ length: 60 }, (_none, index) => `/p${index}`);
  const site = await startWebSite({ '/': htmlPage('Start', '<p>Start</p>', links) });
  const heldAtFirst: (() => void)[] = [];
  const heldLater: (() => void)[] = [];
  let isTaken = false;
  let isOver = false;
  site.answerOthers((request, response) => {
    const path = request.url!;
    if (!links.includes(path)) return void response.writeHead(404).end();
    const send = () =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(path, `<p>Text of ${path}</p>`));
    if (!isTaken) heldAtFirst.push(send);
    // The 30 pages after the start page are stored together.
    else if (!isOver && links.indexOf(path) >= 30) heldLater.push(send);
    else send();
  });
  const first = await openKnowledge(db);
  const agent = await first.newAgent();
  const runs = createSourceRuns(db, first);
  const source = await runs.create(agent, { url: `${site.url}/` });
  const run = await runs.start(source);
  await eventually('the first process waits for pages', () => heldAtFirst.length > 0);
  isTaken = true;
  // It takes no other jobs, and finishes this one.
  const firstEnds = first.jobs.stop({ graceMs: 90_000 });
  // As for a process without a heartbeat, which is only slow here.
  await db.query
    .updateTable('jobs')
    .set({ leased_by: null, leased_until: null })
    .where('queue', '=', 'knowledge-sync')
    .execute();
  const second = await openKnowledge(db, { folder: first.folder });
  try {
    await eventually('the second process waits for further pages', () => heldLater.length > 0);
    for (const send of heldAtFirst) send();
    const times = (path: string): number => site.requests.filter((one) => one === path).length;
    await Promise.race([
      firstEnds,
      eventually('the first process reads further pages', () => times('/p30') > 1),
    ]);
    isOver = true;
    for (const send of heldLater) send();
    const ended = await createSourceRuns(db, second).waitFor(source, run.id);
    assert.deepEqual([ended.status, ended.added, ended.found, ended.skipped], ['completed', 61, 61, 0]);
    const names = await namesOf(db, agent);
    assert.equal(new Set(names).size, 61);
    assert.equal(names.length, 61);
  } finally {
    await first.stop();
    await second.close();
    await site.close();
  }
});
