/**
 * CPU time of the service per blocking round: chat completions of the OpenAI protocol compared with version 2 of the
 * developer API, in alternating batches of one run.
 *
 *   npm run bench:openai
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import { databaseKind, report } from '../support/report.ts';
import { startChild } from '../support/start-child.ts';

const batches = 5;
const roundsPerBatch = 400;
const connections = 16;
const limit = 1.1;

const child = await startChild(join(import.meta.dirname, '../rounds/service.ts'));
const { address, key } = child.ready as { address: string; key: string };
const pool = new Pool(address, { connections });

const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const { statusCode, body: answer } = await pool.request({
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as Record<string, unknown>;
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${JSON.stringify(json)}`);
  return json;
};

const cpuMs = async (): Promise<number> => {
  child.process.send('cpu');
  const [answer] = (await once(child.process, 'message')) as [{ cpuMs: number }];
  return answer.cpuMs;
};

const conversations = await Promise.all(
  Array.from({ length: 1024 }, async (_, index) =>
    String((await post('/v1/conversation', { user_id: `user-${index}` })).conversation_id),
  ),
);
const messages = [{ role: 'user', content: 'Where is my order?' }];
const named = (turn: number): string => conversations[turn % conversations.length]!;

const calls: Record<string, (turn: number) => Promise<unknown>> = {
  'version 2': (turn) => post('/v2/conversation/message', { conversation_id: named(turn), messages }),
  'chat completion': (turn) =>
    post('/openai/v1/chat/completions', {
      model: 'agent',
      messages,
      metadata: { conversation_id: named(turn) },
    }),
  'version 2, new conversation': async (turn) => {
    const { conversation_id } = await post('/v1/conversation', { user_id: `new-${turn}` });
    await post('/v2/conversation/message', { conversation_id, messages });
  },
  'chat completion, new conversation': (turn) =>
    post('/openai/v1/chat/completions', { model: 'agent', messages, user: `new-${turn}` }),
};

/** CPU milliseconds per round of one batch. */
const runBatch = async (call: (turn: number) => Promise<unknown>): Promise<number> => {
  const before = await cpuMs();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < roundsPerBatch) await call(next++);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return ((await cpuMs()) - before) / roundsPerBatch;
};

const times = new Map<string, number[]>(Object.keys(calls).map((name) => [name, []]));
// The first batch of each kind compiles the code.
for (let batch = 0; batch <= batches; batch++)
  for (const [name, call] of Object.entries(calls)) {
    const time = await runBatch(call);
    if (batch > 0) times.get(name)!.push(time);
  }
await pool.close();
await child.stop();

const median = (name: string): number => {
  const sorted = times.get(name)!.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
};
console.table(Object.keys(calls).map((name) => ({ name, 'CPU ms per round': median(name).toFixed(3) })));
const ratio = median('chat completion') / median('version 2');
const ratioOfNew = median('chat completion, new conversation') / median('version 2, new conversation');
console.log(
  `chat completion: ${ratio.toFixed(2)} of version 2; with a new conversation ${ratioOfNew.toFixed(2)}`,
);
report(
  {
    group: 'openai',
    name: 'CPU per chat completion against version 2',
    database: databaseKind(),
    value: ratio,
    unit: 'ratio',
    better: 'lower',
    limit,
  },
  {
    group: 'openai',
    name: 'CPU per chat completion with a new conversation against version 2',
    database: databaseKind(),
    value: ratioOfNew,
    unit: 'ratio',
    better: 'lower',
    limit,
  },
);
