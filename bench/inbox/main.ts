/**
 * The inbox with 200 operators whose page is open, 2,000 open sessions and 50,000 in all, in one process:
 *
 *   npm run bench -- --only=inbox   both databases
 *   node bench/inbox/main.ts        SQLite, or the database of DATABASE_URL
 *
 * Measures from the start of a user's call until its message is on the stream of every operator, and how long each queue
 * takes to open. The same calls without the inbox are the baseline of the run: a message is compared with its own
 * response, a queue with the smallest call of the management API.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../streams/read-stream.ts';
import { measure, ms } from '../support/measure.ts';
import { databaseKind, report } from '../support/report.ts';
import { startChild } from '../support/start-child.ts';
import type { SeededInbox } from './seed.ts';

const [operators, open, sessions] = [200, 2000, 50_000];
const messages = 100;
const pauseMs = 100;
const queueTurns = 50;
const limits = { p50: 150, p99: 500, queue: 100, report: 200 };

const service = await startChild(join(import.meta.dirname, 'service.ts'), {
  BENCH_OPERATORS: String(operators),
  BENCH_OPEN: String(open),
  BENCH_SESSIONS: String(sessions),
});
const { address, key, workspaceId, cookies, conversationIds } = service.ready as SeededInbox & {
  address: string;
  key: string;
};
const inbox = `${address}/console/api/workspaces/${workspaceId}/inbox`;
const headersOf = (cookie: string) => ({ cookie, 'x-frontdesk-console': '1' });

/** Times at which a message was on a stream, by its text. */
const arrivals = new Map<string, number[]>();
const ended = new AbortController();

const follow = async (cookie: string): Promise<void> => {
  const response = await fetch(`${inbox}/events`, { headers: headersOf(cookie), signal: ended.signal });
  if (response.status !== 200) throw new Error(`a stream was refused: ${response.status}`);
  const read = async (): Promise<void> => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      const atMs = performance.now();
      for (const [mark] of piece.matchAll(/bench-message-\d+-/g)) arrivals.get(mark)?.push(atMs);
    }
  };
  read().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
};

const send = async (conversationId: string, text: string): Promise<void> => {
  const response = await fetch(`${address}/v2/conversation/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      conversation_id: conversationId,
      response_mode: 'webhook',
      messages: [{ role: 'user', content: text }],
    }),
  });
  if (response.status !== 200) throw new Error(`a message was refused: ${await response.text()}`);
  await response.arrayBuffer();
};

for (const cookie of cookies) await follow(cookie);
await send(conversationIds[0]!, 'The first message loads code');

const reached: number[] = [];
const answered: number[] = [];
for (let index = 0; index < messages; index++) {
  const mark = `bench-message-${index}-`;
  const times: number[] = [];
  arrivals.set(mark, times);
  const begunMs = performance.now();
  await send(conversationIds[(index * 7) % conversationIds.length]!, `${mark} Where is my order?`);
  answered.push(performance.now() - begunMs);
  for (let waitedMs = 0; times.length < operators && waitedMs < 10_000; waitedMs += 5) await delay(5);
  if (times.length < operators) throw new Error(`${times.length} of ${operators} operators got a message`);
  reached.push(...times.map((time) => time - begunMs));
  await delay(pauseMs);
}

const common = { group: 'inbox', database: databaseKind(), better: 'lower' } as const;
const [p50, p99] = [percentile(reached, 0.5), percentile(reached, 0.99)];
const floorMs = percentile(answered, 0.5);
console.log(`a message reaches ${operators} operators: p50 ${ms(p50)}, p99 ${ms(p99)}`);
console.log(`the call itself: p50 ${ms(floorMs)}, p99 ${ms(percentile(answered, 0.99))}`);
report(
  { ...common, name: 'message on the stream, p50', value: p50, unit: 'ms', limit: limits.p50 },
  { ...common, name: 'message on the stream, p99', value: p99, unit: 'ms', limit: limits.p99 },
  { ...common, name: 'message on the stream, p50, of the call itself', value: p50 / floorMs, unit: 'ratio' },
);

const get = async (url: string, cookie = cookies[1]!): Promise<void> => {
  const response = await fetch(url, { headers: headersOf(cookie) });
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  await response.arrayBuffer();
};
const smallest = await measure(queueTurns, () => get(`${address}/console/api/workspaces`));
console.log(`the workspaces, for comparison: p50 ${ms(smallest.p50Ms)}, p99 ${ms(smallest.p99Ms)}`);
let isSlow = p50 > limits.p50 || p99 > limits.p99;
for (const queue of ['waiting', 'mine', 'open', 'closed']) {
  const { p50Ms, p99Ms } = await measure(queueTurns, () => get(`${inbox}/sessions?queue=${queue}`));
  console.log(`queue ${queue}: p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}`);
  isSlow ||= p50Ms > limits.queue;
  report(
    { ...common, name: `queue ${queue}, p50`, value: p50Ms, unit: 'ms', limit: limits.queue },
    {
      ...common,
      name: `queue ${queue}, p50, of the smallest call`,
      value: p50Ms / smallest.p50Ms,
      unit: 'ratio',
    },
  );
}
const from = Math.floor(Date.now() / 1000) - 60 * 86_400;
const reportUrl = `${address}/console/api/workspaces/${workspaceId}/handoffs/report?from=${from}`;
const { p50Ms: reportMs, p99Ms: reportP99Ms } = await measure(queueTurns, () => get(reportUrl, cookies[0]));
console.log(`report of ${sessions} handoffs: p50 ${ms(reportMs)}, p99 ${ms(reportP99Ms)}`);
isSlow ||= reportMs > limits.report;
report({ ...common, name: 'report of all handoffs, p50', value: reportMs, unit: 'ms', limit: limits.report });
ended.abort();
await service.stop();
process.exitCode = isSlow ? 1 : 0;
