/**
 * Streams through the service, compared with direct calls of the model server, in one run:
 *
 *   npm run bench:streams                     added time to the first token at 64 streams
 *   npm run bench:streams -- --held=1000      so many slow streams at once, a token every 50 ms
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { databaseKind, report } from '../support/report.ts';
import { startChild } from '../support/start-child.ts';
import { askModel, askService, createConversations } from './calls.ts';
import { percentile, type StreamTimes } from './read-stream.ts';

const heldOption = process.argv.find((argument) => argument.startsWith('--held='));
const held = heldOption ? Number(heldOption.slice(7)) : 0;
const folder = import.meta.dirname;

const startBoth = async (modelOptions: Record<string, string>) => {
  const model = await startChild(join(folder, '../support/model-server.ts'), modelOptions);
  const service = await startChild(join(folder, '../rounds/service.ts'), {
    BENCH_MODEL_URL: model.ready.url,
  });
  return { model, service };
};

const spreadMs = 1000;

/** Keeps `width` calls running until `count` have been made. */
const inParallel = async (count: number, width: number, call: (index: number) => Promise<StreamTimes>) => {
  const results: StreamTimes[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async (_, lane) => {
      // Started one after the other, like real users, not all at once.
      await new Promise((resolve) => setTimeout(resolve, (lane / width) * spreadMs));
      while (next < count) results.push(await call(next++));
    }),
  );
  return results;
};

/** Replies of one second: 64 streams are open at any time, and 64 begin each second. */
const pacedReply = { BENCH_TOKEN_MS: '20', BENCH_TOKENS: '50' };

const measureFirstToken = async (): Promise<void> => {
  const { model, service } = await startBoth(pacedReply);
  const { address, key } = service.ready;
  const ids = await createConversations(address, key, 512);
  const direct: number[] = [];
  const through: number[] = [];
  const width = 64;
  await inParallel(width, width, (index) => askService(address, key, ids[index]!));
  // Alternately, so that a slow moment of the machine affects both.
  for (let repeat = 0; repeat < 3; repeat++) {
    direct.push(
      ...(await inParallel(256, width, () => askModel(model.ready.url))).map((one) => one.firstTextMs),
    );
    const batch = await inParallel(256, width, (index) =>
      askService(address, key, ids[(index + repeat * 256) % ids.length]!),
    );
    through.push(...batch.map((one) => one.firstTextMs));
  }
  // One stream at a time: what the service adds without other load.
  const aloneDirect = (await inParallel(20, 1, () => askModel(model.ready.url))).map(
    (one) => one.firstTextMs,
  );
  const aloneThrough = (await inParallel(20, 1, (index) => askService(address, key, ids[index]!))).map(
    (one) => one.firstTextMs,
  );
  await service.stop();
  await model.stop();
  const row = (name: string, values: number[]) => ({
    name,
    'p50 ms': percentile(values, 0.5).toFixed(2),
    'p99 ms': percentile(values, 0.99).toFixed(2),
  });
  console.log('Time to the first token');
  console.table([
    row('one stream, model directly', aloneDirect),
    row('one stream, through the service', aloneThrough),
    row('64 streams, model directly', direct),
    row('64 streams, through the service', through),
  ]);
  const addedMs = (share: number, left: number[], right: number[]): number =>
    percentile(left, share) - percentile(right, share);
  const added = (share: number, left: number[], right: number[]) => addedMs(share, left, right).toFixed(2);
  console.log(
    `added with one stream: p50 ${added(0.5, aloneThrough, aloneDirect)} ms, p99 ${added(0.99, aloneThrough, aloneDirect)} ms`,
  );
  console.log(
    `added with 64 streams: p50 ${added(0.5, through, direct)} ms, p99 ${added(0.99, through, direct)} ms`,
  );
  const common = { group: 'streams', database: databaseKind(), unit: 'ms', better: 'lower' } as const;
  const first = 'added to the first token';
  report(
    { ...common, name: `${first}, one stream, p50`, value: addedMs(0.5, aloneThrough, aloneDirect) },
    { ...common, name: `${first}, 64 streams, p50`, value: addedMs(0.5, through, direct), limit: 3 },
    { ...common, name: `${first}, 64 streams, p99`, value: addedMs(0.99, through, direct), limit: 15 },
  );
};

const measureHeld = async (count: number): Promise<void> => {
  const { model, service } = await startBoth({ BENCH_TOKEN_MS: '50', BENCH_TOKENS: '200' });
  const { address, key } = service.ready;
  const [first, ...ids] = await createConversations(address, key, count + 1);
  // The first message of a process loads and compiles code for all later ones.
  await askService(address, key, first!);
  const memory = async (): Promise<number> => {
    service.process.send('memory');
    const [{ rssBytes }] = await once(service.process, 'message');
    return rssBytes / 1024 / 1024;
  };
  const beforeMb = await memory();
  let peakMb = 0;
  const watch = setInterval(async () => {
    peakMb = Math.max(peakMb, await memory());
  }, 500);
  const streams = ids.map(async (id, index) => {
    await new Promise((resolve) => setTimeout(resolve, (index / count) * 2000));
    return askService(address, key, id).catch(() => undefined);
  });
  const results = await Promise.all(streams);
  clearInterval(watch);
  await service.stop();
  await model.stop();
  const whole = results.filter((one) => one?.ended).length;
  const lateMs = results.flatMap((one) => one?.lateMs ?? []);
  const common = { group: 'streams', database: databaseKind(), better: 'lower' } as const;
  const hasLimit = count === 1000;
  report(
    {
      ...common,
      name: `${count} held, token late p99`,
      value: percentile(lateMs, 0.99),
      unit: 'ms',
      ...(hasLimit ? { limit: 100 } : {}),
    },
    {
      ...common,
      name: `${count} held, memory`,
      value: peakMb,
      unit: 'MB',
      ...(hasLimit ? { limit: 400 } : {}),
    },
    {
      ...common,
      name: `${count} held, memory a stream`,
      value: ((peakMb - beforeMb) * 1024) / count,
      unit: 'KB',
    },
  );
  if (whole < count) process.exitCode = 1;
  console.table([
    {
      streams: count,
      whole,
      errors: count - whole,
      tokens: lateMs.length,
      'token late p50 ms': percentile(lateMs, 0.5),
      'token late p99 ms': percentile(lateMs, 0.99),
      'RSS before MB': Math.round(beforeMb),
      'RSS peak MB': Math.round(peakMb),
      'KB a stream': Math.round(((peakMb - beforeMb) * 1024) / count),
    },
  ]);
};

await (held > 0 ? measureHeld(held) : measureFirstToken());
