/**
 * Memory that downloads of a file of 20 MB cost the service:
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
const warmUpClients = 6;
const warmUpDownloads = 10;
/** Readers are disconnected 30 s after the system's buffers are full. PostgreSQL takes minutes to fill them. */
const mostWaitMs = 240_000;
const megabyte = 2 ** 20;
const oneByte = 'Range: bytes=0-0\r\n';

const service = await startChild(join(import.meta.dirname, 'service.ts'));
const { address, path, fileBytes } = service.ready;
const target: Target = { port: Number(new URL(address).port), path };

const look = async (): Promise<{ memory: NodeJS.MemoryUsage; connections: number }> => {
  service.process.send('memory');
  const [answer] = await once(service.process, 'message');
  return answer;
};
const measure = async (): Promise<NodeJS.MemoryUsage> => (await look()).memory;

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

// Brings the process to its working size: the benchmark measures memory held by clients, not garbage of reading, which
// on PostgreSQL takes about a minute of downloads to become stable.
await times(warmUpClients, async (index) => {
  for (let download = 0; download < warmUpDownloads; download++) await readAll(target, index);
});
await times(10, (index) => readAll(target, index, oneByte));
await delay(2000);

const before = await measure();
let peak = before;
let isOver = false;
const watching = (async () => {
  while (!isOver) {
    const now = await measure();
    if (now.rss > peak.rss) peak = now;
    await delay(50);
  }
})();
const stalled = await times(readers, (index) => stall(target, index));
const rangeBegun = performance.now();
const answers = await times(requests, (index) => readAll(target, readers + index, oneByte));
const rangeMs = performance.now() - rangeBegun;
const waitBegun = performance.now();
let connections = readers;
while (connections > 0 && performance.now() - waitBegun < mostWaitMs) {
  await delay(500);
  connections = (await look()).connections;
}
isOver = true;
await watching;
const waitedSeconds = Math.round((performance.now() - waitBegun) / 1000);
for (const socket of stalled) socket.destroy();

const downloads = 10;
const begun = performance.now();
for (let download = 0; download < downloads; download++) await readAll(target, download);
const megabytesPerSecond = (downloads * fileBytes) / megabyte / ((performance.now() - begun) / 1000);
const disconnected = readers - connections;
const whole = answers.filter((bytes) => bytes > 1 && bytes < 2000).length;
const after = await measure();
await service.stop();

console.table([
  {
    readers,
    disconnected,
    'within s': waitedSeconds,
    'requests for a byte': whole,
    'in ms': Math.round(rangeMs),
    'one download MB/s': Math.round(megabytesPerSecond),
  },
]);
const inMb = ({ rss, heapTotal, heapUsed, external, arrayBuffers }: NodeJS.MemoryUsage) =>
  Object.fromEntries(
    Object.entries({ rss, heapTotal, heapUsed, external, arrayBuffers }).map(([name, bytes]) => [
      name,
      Math.round(bytes / megabyte),
    ]),
  );
console.table({ before: inMb(before), peak: inMb(peak), after: inMb(after) });
const costMb = (peak.rss - before.rss) / megabyte;
const common = { group: 'downloads', database: databaseKind() } as const;
report(
  {
    ...common,
    name: '500 stalled readers and 500 ranges, memory',
    unit: 'MB',
    better: 'lower',
    value: costMb,
    limit: limitMb,
  },
  { ...common, name: 'one download', value: megabytesPerSecond, unit: 'MB/s', better: 'higher' },
);
if (whole < requests || disconnected < readers || costMb > limitMb) process.exitCode = 1;
