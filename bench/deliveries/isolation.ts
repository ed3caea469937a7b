/**
 * One dead receiver among 100, at 50 deliveries per second: does it delay the others? The baseline is the same
 * run with all receivers alive. The time is from the commit to the arrival.
 *
 *   node bench/deliveries/isolation.ts [postgres url] [seconds]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../src/lib/ids.ts';
import { createDeliveryFixture, quantile } from './delivery-fixture.ts';
import { startReceivers } from './receivers.ts';

const receiverCount = 100;
const perSecond = 50;

const measure = async (serverUrl: string | undefined, seconds: number, firstHangs: boolean) => {
  const {
    urls,
    latenciesMs,
    close: closeReceivers,
  } = await startReceivers({ count: receiverCount, firstHangs });
  const fixture = await createDeliveryFixture(serverUrl, urls);
  await fixture.jobs.start();
  const started = performance.now();
  const total = perSecond * seconds;
  for (let number = 0; number < total; number += 1) {
    await delay(Math.max(0, started + (number * 1000) / perSecond - performance.now()));
    // The dead one gets a fifth of all deliveries, each in its own conversation: the worst case.
    const agent = fixture.receivers[number % 5 === 0 ? 0 : number % receiverCount]!;
    await fixture.db.transaction((tx) =>
      fixture.webhooks.enqueue(tx, {
        agent,
        conversationId: newId(),
        kind: 'reply',
        target: 'message',
        body: { number, atMs: performance.timeOrigin + performance.now(), text: 'x'.repeat(500) },
      }),
    );
  }
  await delay(2000);
  const others = Array.from({ length: total }, (_, number) => number).filter((number) => number % 5 !== 0);
  const arrived = others.flatMap((number) => latenciesMs.get(number) ?? []);
  await fixture.close();
  await closeReceivers();
  return {
    missing: others.length - arrived.length,
    p50: quantile(arrived, 0.5),
    p99: quantile(arrived, 0.99),
  };
};

const [place, secondsText = '15'] = process.argv.slice(2);
const serverUrl = place?.startsWith('postgres') ? place : undefined;
const baseline = await measure(serverUrl, Number(secondsText), false);
const fire = await measure(serverUrl, Number(secondsText), true);
const show = ({ missing, p50, p99 }: typeof baseline) =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, not arrived ${missing}`;
console.log(
  `${serverUrl ? 'PostgreSQL' : 'SQLite'}, ${receiverCount} receivers, ${perSecond}/s, ${secondsText} s`,
);
console.log(`all alive:  ${show(baseline)}`);
console.log(`one hangs:  ${show(fire)}`);
console.log(
  `ratio of p99: ${(fire.p99 / baseline.p99).toFixed(2)}; added at p99: ${(fire.p99 - baseline.p99).toFixed(1)} ms (allowed 1000)`,
);
if (fire.missing > 0 || fire.p99 - baseline.p99 > 1000) process.exitCode = 1;
