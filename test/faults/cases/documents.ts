import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { withPlace } from '../../support/faults/finish.ts';
import type { Life } from '../../support/faults/life.ts';
import type { Place } from '../../support/faults/place.ts';
import { createRandom } from '../../support/faults/random.ts';
import { eventually } from '../../support/time/eventually.ts';
import { both, type FaultCase } from './fault-case.ts';

const restAfterMs = 240_000;
const words = 'alpha beta gamma delta epsilon '.repeat(20);
/** A few chunks, each with the name of the document in it. */
const contentOf = (name: string): string =>
  Array.from({ length: 6 }, (_, at) => `# ${name} part ${at}\n\n${name} ${words}`).join('\n\n');

/** An embedding server that tells the case whose text it was given, and answers when the case says so. */
const startEmbeddings = async (onTexts: (texts: string, answer: () => void) => void) => {
  const server = createServer(async (request, response: ServerResponse) => {
    const body = await readText(request).catch(() => undefined);
    if (body === undefined) return;
    const { input } = JSON.parse(body) as { input: string[] };
    onTexts(input.join('\n'), () => {
      const data = input.map((_, index) => ({ index, embedding: new Array(16).fill(0.25) }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings: {
      FRONTDESK_EMBEDDING_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const upload = async (life: Life, names: readonly string[]): Promise<void> => {
  const files = names.map((name) => ({
    file_name: `${name}.txt`,
    file_base64: Buffer.from(contentOf(name)).toString('base64'),
  }));
  const { status, text } = await life.call('POST', '/v1/bot/doc/text/add', { chunk_token: 100, files });
  assert.equal(status, 200, text);
};

const documentsOf = async (place: Place) => {
  const db = await place.open();
  try {
    const rows = await db.query.selectFrom('documents').select(['name', 'status', 'fail_reason']).execute();
    return Object.fromEntries(rows.map((row) => [row.name.replace('.txt', ''), row]));
  } finally {
    await db.close();
  }
};

/** Nobody has to wait for the 20 s after which a silent process counts as dead. */
const forgetProcesses = async (place: Place): Promise<void> => {
  const db = await place.open();
  await db.query.updateTable('processes').set({ heartbeat_at: 0 }).execute();
  await db.close();
};

const untilAllEnded = (place: Place): Promise<void> =>
  eventually(
    'every document is done or failed',
    async () =>
      Object.values(await documentsOf(place)).every(({ status }) => ['ACTIVE', 'FAILED'].includes(status)),
    restAfterMs,
  );

const innocents = ['ada', 'boole', 'church', 'dijkstra', 'euler'];

/** The process dies whenever it has the culprit embedded. In its first two lives others are in progress then. */
const deadlyDocument: FaultCase = {
  name: 'documents: one ends the process, and only that one fails',
  databases: both,
  run: async ({ kind, places }) => {
    const place = await places.make(kind);
    let life: Life | undefined;
    let crashes = 0;
    let beside = new Set<string>();
    const besideAtCrash: string[][] = [];
    const die = (): void => {
      crashes += 1;
      besideAtCrash.push([...beside].sort());
      life?.child.kill('SIGKILL');
    };
    const embeddings = await startEmbeddings((texts, answer) => {
      if (texts.includes('culprit')) {
        // Late enough for the others to be in progress as well.
        setTimeout(die, crashes < 2 ? 1500 : 0);
        return;
      }
      const name = innocents.find((each) => texts.includes(each));
      if (name === undefined) return answer();
      if (crashes < 2) beside.add(name);
      else answer();
    });
    return withPlace(place, async (start) => {
      try {
        life = await start(embeddings.settings);
        await upload(life, ['culprit', ...innocents]);
        for (let number = 1; number <= 5; number += 1) {
          assert.equal(await life.ended, 'SIGKILL');
          await forgetProcesses(place);
          beside = new Set();
          life = await start(embeddings.settings);
        }
        await untilAllEnded(place);
        const { culprit, ...others } = await documentsOf(place);
        assert.equal(culprit?.status, 'FAILED');
        assert.match(culprit?.fail_reason ?? '', /while processing this document/);
        for (const name of innocents) assert.equal(others[name]?.status, 'ACTIVE', name);
        assert.equal(crashes, 5);
        for (const names of besideAtCrash.slice(0, 2))
          assert.ok(names.length >= 2, `in progress beside it: ${names}`);
        assert.equal(await life.terminate(), 0);
      } finally {
        embeddings.close();
      }
    });
  },
};

const kills = 5;

/** FAULT_SEED repeats the kills. */
const randomKills: FaultCase = {
  name: `documents: ${kills} kills at random fail none of a batch`,
  databases: both,
  run: async ({ kind, places }) => {
    const place = await places.make(kind);
    const random = createRandom(Number(process.env.FAULT_SEED ?? 11));
    const working = Promise.withResolvers<void>();
    let onWork = working.resolve;
    let answerMs = 3000;
    const embeddings = await startEmbeddings((_texts, answer) => {
      onWork();
      setTimeout(answer, answerMs);
    });
    return withPlace(place, async (start) => {
      try {
        let life = await start(embeddings.settings);
        await upload(life, innocents);
        let begun = working.promise;
        for (let kill = 1; kill <= kills; kill += 1) {
          await begun;
          await delay(random() * 2000);
          await life.kill();
          await forgetProcesses(place);
          const next = Promise.withResolvers<void>();
          [begun, onWork] = [next.promise, next.resolve];
          if (kill === kills) answerMs = 0;
          life = await start(embeddings.settings);
        }
        await untilAllEnded(place);
        const documents = await documentsOf(place);
        for (const name of innocents) assert.equal(documents[name]?.status, 'ACTIVE', name);
        assert.equal(await life.terminate(), 0);
      } finally {
        embeddings.close();
      }
    });
  },
};

export const documentCases = [deadlyDocument, randomKills];
