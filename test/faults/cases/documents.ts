import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultService } from '../../support/faults/fault-service.ts';
import { withInstallation } from '../../support/faults/finish.ts';
import type { Installation } from '../../support/faults/installation.ts';
import { createRandom } from '../../support/faults/random.ts';
import { eventually } from '../../support/time/eventually.ts';
import { both, type FaultCase } from './fault-case.ts';

const restAfterMs = 240_000;
const words = 'alpha beta gamma delta epsilon '.repeat(20);
/** A few chunks, each with the name of the document in it. */
const contentOf = (name: string): string =>
  Array.from({ length: 6 }, (_, at) => `# ${name} part ${at}\n\n${name} ${words}`).join('\n\n');

/** An embedding server that passes the texts to the case and answers when the case calls `answer`. */
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

const upload = async (service: FaultService, names: readonly string[]): Promise<void> => {
  const files = names.map((name) => ({
    file_name: `${name}.txt`,
    file_base64: Buffer.from(contentOf(name)).toString('base64'),
  }));
  const { status, text } = await service.call('POST', '/v1/bot/doc/text/add', { chunk_token: 100, files });
  assert.equal(status, 200, text);
};

const documentsOf = async (installation: Installation) => {
  const db = await installation.open();
  try {
    const rows = await db.query.selectFrom('documents').select(['name', 'status', 'fail_reason']).execute();
    return Object.fromEntries(rows.map((row) => [row.name.replace('.txt', ''), row]));
  } finally {
    await db.close();
  }
};

/** Otherwise the test would wait 20 s until a process without heartbeat counts as dead. */
const forgetProcesses = async (installation: Installation): Promise<void> => {
  const db = await installation.open();
  await db.query.updateTable('processes').set({ heartbeat_at: 0 }).execute();
  await db.close();
};

const untilAllEnded = (installation: Installation): Promise<void> =>
  eventually(
    'every document is active or failed',
    async () =>
      Object.values(await documentsOf(installation)).every(({ status }) =>
        ['ACTIVE', 'FAILED'].includes(status),
      ),
    restAfterMs,
  );

const innocents = ['ada', 'boole', 'church', 'dijkstra', 'euler'];

/** The process dies whenever it embeds the culprit. In the first two processes other documents are in progress then. */
const deadlyDocument: FaultCase = {
  name: 'documents: a document that crashes the process fails, the others do not',
  databases: both,
  run: async ({ kind, installations }) => {
    const installation = await installations.make(kind);
    let service: FaultService | undefined;
    let crashes = 0;
    let beside = new Set<string>();
    const besideAtCrash: string[][] = [];
    const die = (): void => {
      crashes += 1;
      besideAtCrash.push([...beside].sort());
      service?.child.kill('SIGKILL');
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
    return withInstallation(installation, async (start) => {
      try {
        service = await start(embeddings.settings);
        await upload(service, ['culprit', ...innocents]);
        for (let number = 1; number <= 5; number += 1) {
          assert.equal(await service.ended, 'SIGKILL');
          await forgetProcesses(installation);
          beside = new Set();
          service = await start(embeddings.settings);
        }
        await untilAllEnded(installation);
        const { culprit, ...others } = await documentsOf(installation);
        assert.equal(culprit?.status, 'FAILED');
        assert.match(culprit?.fail_reason ?? '', /while processing this document/);
        for (const name of innocents) assert.equal(others[name]?.status, 'ACTIVE', name);
        assert.equal(crashes, 5);
        for (const names of besideAtCrash.slice(0, 2))
          assert.ok(names.length >= 2, `in progress at the same time: ${names}`);
        assert.equal(await service.terminate(), 0);
      } finally {
        embeddings.close();
      }
    });
  },
};

const kills = 5;

/** FAULT_SEED repeats the kills. */
const randomKills: FaultCase = {
  name: `documents: ${kills} random kills fail no document of a batch`,
  databases: both,
  run: async ({ kind, installations }) => {
    const installation = await installations.make(kind);
    const random = createRandom(Number(process.env.FAULT_SEED ?? 11));
    const working = Promise.withResolvers<void>();
    let onWork = working.resolve;
    let answerMs = 3000;
    const embeddings = await startEmbeddings((_texts, answer) => {
      onWork();
      setTimeout(answer, answerMs);
    });
    return withInstallation(installation, async (start) => {
      try {
        let service = await start(embeddings.settings);
        await upload(service, innocents);
        let begun = working.promise;
        for (let kill = 1; kill <= kills; kill += 1) {
          await begun;
          await delay(random() * 2000);
          await service.kill();
          await forgetProcesses(installation);
          const next = Promise.withResolvers<void>();
          [begun, onWork] = [next.promise, next.resolve];
          if (kill === kills) answerMs = 0;
          service = await start(embeddings.settings);
        }
        await untilAllEnded(installation);
        const documents = await documentsOf(installation);
        for (const name of innocents) assert.equal(documents[name]?.status, 'ACTIVE', name);
        assert.equal(await service.terminate(), 0);
      } finally {
        embeddings.close();
      }
    });
  },
};

export const documentCases = [deadlyDocument, randomKills];
