/**
 * Deliveries per second to one fast receiver, compared with the baseline of posting the same bodies without
 * storing them; and the cost per delivery of a backlog of blocked conversations.
 *
 *   node bench/deliveries/throughput.ts [postgres url]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../src/lib/ids.ts';
import { createSafeFetch } from '../../src/lib/safe-fetch/index.ts';
import { report } from '../support/report.ts';
import { createDeliveryFixture } from './delivery-fixture.ts';
import { startReceivers } from './receivers.ts';

const count = 2000;
const parallel = 32;

const perSecond = async (work: () => Promise<void>): Promise<number> => {
  const started = performance.now();
  await work();
  return (count * 1000) / (performance.now() - started);
};

const bodyOf = (number: number) => ({ number, atMs: 0, text: 'x'.repeat(500) });

const measureBaseline = async (): Promise<number> => {
  const { urls, close } = await startReceivers({ count: 1, firstHangs: false });
  const safeFetch = createSafeFetch({ allow: ['127.0.0.1'] });
  let next = 0;
  const post = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      const response = await safeFetch(urls[0]!, { method: 'POST', body: JSON.stringify(bodyOf(next)) });
      await response.text();
    }
  };
  const rate = await perSecond(async () => {
    await Promise.all(Array.from({ length: parallel }, post));
  });
  await safeFetch.close();
  await close();
  return rate;
};

const measureDeliveries = async (serverUrl: string | undefined, backlog: number): Promise<number> => {
  const { urls, latenciesMs, close } = await startReceivers({ count: 1, firstHangs: false });
  const fixture = await createDeliveryFixture(serverUrl, urls);
  const agent = fixture.receivers[0]!;
  const delivery = { agent, kind: 'reply', target: 'message' as const };
  const laterMs = Date.now() + 3_600_000;
  // Conversations whose first delivery waits for its next attempt, with nine more behind each.
  for (let done = 0; done < backlog; done += 1000)
    await fixture.db.transaction(async (tx) => {
      for (let key = 0; key < 100; key += 1)
        for (let place = 0; place < 10; place += 1) {
          const runAtMs = place === 0 ? laterMs : undefined;
          await fixture.jobs.enqueue(
            tx,
            'deliveries',
            {},
            { orderingKey: `waiting ${done} ${key}`, runAtMs },
          );
        }
    });
  await fixture.db.transaction(async (tx) => {
    for (let number = 0; number < count; number += 1)
      await fixture.webhooks.enqueue(tx, { ...delivery, conversationId: newId(), body: bodyOf(number) });
  });
  await fixture.jobs.start();
  const rate = await perSecond(async () => {
    while ((await fixture.jobs.count('deliveries')) > backlog) await delay(50);
  });
  if (latenciesMs.size !== count) throw new Error(`${latenciesMs.size} of ${count} arrived`);
  await fixture.close();
  await close();
  return rate;
};

const [place = process.env.DATABASE_URL] = process.argv.slice(2);
const serverUrl = place?.startsWith('postgres') ? place : undefined;
const baseline = await measureBaseline();
const plain = await measureDeliveries(serverUrl, 0);
const behind = await measureDeliveries(serverUrl, 50_000);
console.log(`${serverUrl ? 'PostgreSQL' : 'SQLite'}, ${count} deliveries to one receiver`);
console.log(`baseline, posting only:        ${baseline.toFixed(0)}/s`);
console.log(
  `delivered:                  ${plain.toFixed(0)}/s, ${(plain / baseline).toFixed(2)} of the baseline`,
);
console.log(`with 50,000 jobs waiting:   ${behind.toFixed(0)}/s, ${(behind / plain).toFixed(2)} of that`);
const common = {
  group: 'deliveries',
  database: serverUrl ? 'postgres' : 'sqlite',
  unit: 'ratio',
  better: 'higher',
} as const;
report(
  { ...common, name: 'delivered', value: plain, unit: '/s' },
  { ...common, name: 'share of posting only', value: plain / baseline },
  { ...common, name: 'share left with 50,000 jobs waiting', value: behind / plain },
);
