import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startGitServer } from '../servers/git-server.ts';
import { accessKey, startS3Server } from '../servers/s3-server.ts';
import { type Client, type Journal, UnexpectedAnswer } from './journal.ts';
import { syncSource } from './sources-workload.ts';
import { readAgents, type Workload } from './workload-steps.ts';

type Files = Record<string, string | null>;

/** Where the files of a source are, and what creates it. */
interface Place {
  source: { kind: string; url: string; [field: string]: unknown };
  write(files: Files): void;
}

const done = { status: 200, text: '', json: {} };
/** A later process of the service uses the same servers. */
const places = new WeakMap<Journal, Map<string, Promise<Place>>>();

const openPlace: Record<string, (client: Client, key: string) => Promise<Place>> = {
  folder: async ({ service }, key) => {
    const folder = join(service.settings.FRONTDESK_SOURCE_FOLDERS!, key);
    mkdirSync(folder, { recursive: true });
    const write = (files: Files): void => {
      for (const [name, text] of Object.entries(files))
        if (text === null) rmSync(join(folder, name));
        else writeFileSync(join(folder, name), text);
    };
    return { source: { kind: 'folder', url: `file://${folder}` }, write };
  },
  s3: async () => {
    const storage = await startS3Server({ pageSize: 25 });
    storage.unref();
    const { bucket, region, url } = storage;
    const write = (files: Files): void => {
      for (const [name, text] of Object.entries(files))
        if (text === null) storage.objects.delete(name);
        else storage.put(name, text);
    };
    return { source: { kind: 's3', url, s3: { bucket, region }, credentials: accessKey }, write };
  },
  git: async () => {
    const server = await startGitServer();
    server.unref();
    return { source: { kind: 'git', url: server.url }, write: (files) => void server.commit(files) };
  },
};

const files = (from: number, to: number, text: string | null, key: string): Files =>
  Object.fromEntries(
    Array.from({ length: to - from }, (_, at) => [
      `f${from + at}.md`,
      text === null ? null : `The ${text} text of file ${from + at} of ${key}`,
    ]),
  );

const provideSource = async (client: Client, path: string, { source }: Place) => {
  const find = async () =>
    ((await client.read('GET', path)).json.items as { id: string; url: string }[]).find(
      ({ url }) => url === source.url,
    );
  const existing = await find();
  if (existing) return existing;
  await client.read('POST', path, { ...source, removal: 'at-once', chunkTokens: 200, syncNow: false });
  const created = await find();
  if (!created) throw new UnexpectedAnswer('The source was not created');
  return created;
};

/** Reads 40 files, and reads them again after some changed, some were deleted, and some were added. */
const fileSources =
  (kind: 'folder' | 's3' | 'git'): Workload =>
  async (client) => {
    const { journal } = client;
    const opened = places.get(journal) ?? new Map<string, Promise<Place>>();
    places.set(journal, opened);
    const key = `key of ${kind}`;
    if (!journal.answered.has(key))
      journal.answered.set(key, { ...done, text: randomBytes(6).toString('hex') });
    const name = journal.answered.get(key)!.text;
    if (!opened.has(kind)) {
      const place = openPlace[kind]!(client, name);
      opened.set(kind, place);
      (await place).write(files(0, 40, 'first', name));
    }
    const place = await opened.get(kind)!;
    const { workspace, agents } = await readAgents(client);
    const path = `${workspace}/agents/${agents[0]!.id}/sources`;
    const { id } = await provideSource(client, path, place);

    const sync = async (number: number, expected: number[]): Promise<void> => {
      if (journal.answered.has(`${kind} sync ${number}`)) return;
      const run = await syncSource(client, `${path}/${id}`, number);
      const { status, error, added, updated, unchanged, removed } = run;
      assert.deepEqual([status, error], ['completed', null]);
      assert.deepEqual([added, updated, unchanged, removed], expected, `report of sync ${number} of ${kind}`);
      journal.answered.set(`${kind} sync ${number}`, done);
      if (number === 1)
        place.write({
          ...files(0, 10, null, name),
          ...files(10, 20, 'changed', name),
          ...files(40, 45, 'first', name),
        });
    };
    await sync(1, [40, 0, 0, 0]);
    await sync(2, [5, 10, 20, 10]);
    await sync(3, [0, 0, 35, 0]);
  };

export const folderSources = fileSources('folder');
export const s3Sources = fileSources('s3');
export const gitSources = fileSources('git');
