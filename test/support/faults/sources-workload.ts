import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type Client, UnexpectedAnswer } from './journal.ts';
import { once, readAgents, until, type Workload } from './workload-steps.ts';

interface ListedRun {
  status: string;
  found: number;
  added: number;
  updated: number;
  unchanged: number;
  removed: number;
  skipped: number;
  error: string | null;
}

interface ListedSource {
  id: string;
  url: string;
  documents: number;
}

/** The source of this URL. A source that an earlier process stored without an answer is used. */
const provideSource = async (client: Client, path: string, url: string): Promise<ListedSource> => {
  const find = async () =>
    ((await client.read('GET', path)).json.items as ListedSource[]).find((source) => source.url === url);
  const existing = await find();
  if (existing) return existing;
  const rules = { useSitemap: false, delayMs: 0 };
  const input = { kind: 'site', url, removal: 'at-once', chunkTokens: 200, syncNow: false, rules };
  await client.read('POST', path, input);
  const created = await find();
  if (!created) throw new UnexpectedAnswer('The source was not created');
  return created;
};

/** Starts the n-th sync of the source, unless it exists, and waits for its end. */
export const syncSource = async (client: Client, path: string, number: number): Promise<ListedRun> => {
  const list = async () => (await client.read('GET', `${path}/runs`)).json.items as ListedRun[];
  if ((await list()).length < number) await client.read('POST', `${path}/runs`);
  let runs = await list();
  await until(`sync ${number} has ended`, async () => {
    runs = await list();
    return runs.length >= number && !['queued', 'running'].includes(runs[0]!.status);
  });
  assert.equal(runs.length, number, 'one sync for each request');
  return runs[0]!;
};

/**
 * Reads a site, reads it again after pages changed, vanished, and were excluded, and deletes another source during its sync.
 * The site is described in mock-server.ts.
 */
export const sources: Workload = async (client) => {
  const { journal } = client;
  const siteUrl = new URL(client.service.settings.FRONTDESK_MODEL_BASE_URL!).origin;
  if (!journal.answered.has('site key'))
    journal.answered.set('site key', { status: 200, text: randomBytes(6).toString('hex'), json: {} });
  const key = journal.answered.get('site key')!.text;
  const { workspace, agents } = await readAgents(client);
  const path = `${workspace}/agents/${agents[0]!.id}/sources`;
  const source = await provideSource(client, path, `${siteUrl}/s/${key}/`);
  const own = `${path}/${source.id}`;
  const documentsOf = async () => ((await client.read('GET', own)).json as unknown as ListedSource).documents;

  if (!journal.answered.has('first sync')) {
    const first = await syncSource(client, own, 1);
    const { status, error, found, added, updated, unchanged, removed } = first;
    assert.deepEqual([status, error], ['completed', null]);
    assert.deepEqual(
      [found, added, updated, unchanged, removed],
      [41, 41, 0, 0, 0],
      'report of the first sync',
    );
    assert.equal(await documentsOf(), 41);
    await fetch(`${siteUrl}/s/${key}/version`, { method: 'PUT' });
    journal.answered.set('first sync', { status: 200, text: '', json: {} });
  }
  await once(client, 'exclude pages', ['PATCH', own, { rules: { exclude: ['**/p3?'] } }]);
  if (!journal.answered.has('second sync')) {
    const second = await syncSource(client, own, 2);
    const { status, error, added, updated, unchanged, removed } = second;
    assert.deepEqual([status, error], ['completed', null]);
    assert.deepEqual([added, updated, unchanged, removed], [5, 10, 11, 20], 'report of the second sync');
    assert.equal(await documentsOf(), 26);
    journal.answered.set('second sync', { status: 200, text: '', json: {} });
  }

  if (journal.answered.has('delete source')) return;
  const slow = await provideSource(client, path, `${siteUrl}/s/slow-${key}/`);
  const slowPath = `${path}/${slow.id}`;
  const started = await client.read('POST', `${slowPath}/runs`);
  if (started.status === 201)
    await until('the sync has read pages', async () => {
      const { lastRun } = (await client.read('GET', slowPath)).json as { lastRun?: ListedRun };
      return (lastRun?.added ?? 0) > 0;
    });
  await once(client, 'delete source', ['DELETE', `${slowPath}?documents=delete`], [404]);
  // The deletion waits for the lease of a process that died, longer than the request.
  await until('only the first source is left', async () => {
    const left = (await client.read('GET', path)).json.items as ListedSource[];
    const ids = left.filter(({ url }) => url.startsWith(`${siteUrl}/s/`)).map(({ id }) => id);
    return ids.length === 1 && ids[0] === source.id;
  });
};
