/**
 * What downloads of a file of 20 MB cost the service in memory:
 *
 *   npm run bench:downloads        500 readers that stall, and 500 requests for one byte beside them
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseKind, report } from '../support/report.ts';
import { startChild } from '../support/start-child.ts';
import { readAll, stall, type Target } from './clients.ts';

const readers = 500;
const requests = 500;
const limitMb = 50;
/** Readers are disconnected 30 s after the system's buffers are full, which takes its time on a slow machine. */
const mostWaitMs = 60_000;
const megabyte = 2 ** 20;
const oneByte = 'Range: bytes=0-0\r\n';

const service = await startChild(join(import.meta.dirname, 'service.ts'));
const { address, path, fileBytes } = service.ready;
const target: Target = { port: Number(new URL(address).port), path };

const look = async (): Promise<{ memoryMb: number; connections: number }> => {
  service.process.send('memory');
  const [{ rssBytes, connections }] = await once(service.process, 'message');
  return { memoryMb: rssBytes / megabyte, connections };
};
const memoryMb = async (): Promise<number> => (await look()).memoryMb;

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

// Brings the young heap to its working size of up to 48 MB: what is measured is what clients hold, not that.
for (let download = 0; download < 3; download++) await readAll(target, download);
await times(10, (index) => readAll(target, index, oneByte));
await delay(2000);

const beforeMb = await memoryMb();
let peakMb = beforeMb;
let isOver = false;
const watching = (async () => {
  while (!isOver) {
    peakMb = Math.max(peakMb, await memoryMb());
    await delay(50);
  }
})();
const stalled = await times(readers, (index) => stall(target, index));
const rangeBegun = performance.now();
const answers = await times(requests, (index) => readAll(target, readers + index, oneByte));
const rangeMs = performance.now() - rangeBegun;
// Until the system's buffers are full and every reader's next piece waits in memory.
await delay(5000);
isOver = true;
await watching;

const waitBegun = performance.now();
let connections = readers;
while (connections > 0 && performance.now() - waitBegun < mostWaitMs) {
  await delay(500);
  connections = (await look()).connections;
}
const waitedSeconds = Math.round((performance.now() - waitBegun) / 1000);
for (const socket of stalled) socket.destroy();

const downloads = 10;
const begun = performance.now();
for (let download = 0; download < downloads; download++) await readAll(target, download);
const megabytesPerSecond = (downloads * fileBytes) / megabyte / ((performance.now() - begun) / 1000);
const disconnected = readers - connections;
const whole = answers.filter((bytes) => bytes > 1 && bytes < 2000).length;
const afterMb = await memoryMb();
await service.stop();

console.table([
  {
    readers,
    disconnected,
    'within s': waitedSeconds,
    'requests for a byte': whole,
    'in ms': Math.round(rangeMs),
    'RSS before MB': Math.round(beforeMb),
    'RSS peak MB': Math.round(peakMb),
    'RSS after MB': Math.round(afterMb),
    'one download MB/s': Math.round(megabytesPerSecond),
  },
]);
const costMb = peakMb - beforeMb;
const common = { group: 'downloads', database: databaseKind() } as const;
report(
  {
    ...{ ...common, name: '500 stalled readers and 500 ranges, memory', unit: 'MB', better: 'lower' },
    ...{ value: costMb, limit: limitMb },
  },
  { ...common, name: 'one download', value: megabytesPerSecond, unit: 'MB/s', better: 'higher' },
);
// Whether all are disconnected is left to the tests: on a slow database the buffers may not be full yet.
if (whole < requests || costMb > limitMb) process.exitCode = 1;
