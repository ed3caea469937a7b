/**
 * Acknowledgement of messages of a platform at a fixed rate, while the rounds that they start run in the same process with an
 * instant model. Each user writes several messages.
 *
 *   npm run bench:channels
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { databaseKind, report } from '../support/report.ts';
import { startChild } from '../support/start-child.ts';

const perSecond = 500;
const seconds = 10;
const users = 1000;
const limitMs = 500;
const tickMs = 10;

const child = await startChild(join(import.meta.dirname, 'service.ts'));
const { address, path, secret } = child.ready as { address: string; path: string; secret: string };
const pool = new Pool(address, { connections: 64 });

const updateOf = (index: number) => ({
  update_id: 1000 + index,
  message: {
    message_id: index,
    from: { id: 1 + (index % users), is_bot: false, first_name: 'Ada', language_code: 'en' },
    chat: { id: 1 + (index % users), type: 'private' },
    date: 1_790_000_000,
    text: `Where is my order ${index}?`,
  },
});

const times: number[] = [];
const post = async (index: number): Promise<void> => {
  const startMs = performance.now();
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
    body: JSON.stringify(updateOf(index)),
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`The service answered ${statusCode}`);
  times.push(performance.now() - startMs);
};

const readRounds = async (): Promise<number> => {
  child.process.send('rounds');
  const [{ rounds }] = (await once(child.process, 'message')) as [{ rounds: number }];
  return rounds;
};

const total = perSecond * seconds;
const startMs = performance.now();
const running: Promise<void>[] = [];
while (running.length < total) {
  const due = Math.min(total, Math.floor(((performance.now() - startMs) * perSecond) / 1000));
  while (running.length < due) running.push(post(running.length));
  await delay(tickMs);
}
await Promise.all(running);
const acknowledgedMs = performance.now() - startMs;
while ((await readRounds()) < total) await delay(100);
const answeredMs = performance.now() - startMs;
await pool.close();
await child.stop();

times.sort((one, other) => one - other);
const quantile = (share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
console.table([
  {
    messages: total,
    'messages/s': Math.round((total * 1000) / acknowledgedMs),
    'p50 ms': quantile(0.5).toFixed(1),
    'p99 ms': quantile(0.99).toFixed(1),
    'max ms': times.at(-1)!.toFixed(1),
    'all answered after s': (answeredMs / 1000).toFixed(1),
  },
]);
const p99 = quantile(0.99);
if (p99 > limitMs) process.exitCode = 1;
report({
  group: 'channels',
  name: `p99 of the acknowledgement at ${perSecond} messages a second`,
  database: databaseKind(),
  value: p99,
  unit: 'ms',
  better: 'lower',
  limit: limitMs,
});
