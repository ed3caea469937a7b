/**
 * Blocking rounds at 64 connections, the service beside its floor in one run:
 *
 *   npm run bench:rounds                 model in process
 *   npm run bench:rounds -- --upstream   an instant chat-completions server
 */
import { join } from 'node:path';
import { startChild } from '../support/start-child.ts';
import { driveRounds, type Figures } from './drive.ts';

const upstream = process.argv.includes('--upstream');
const repeats = 3;

const measure = async (file: string, environment: Record<string, string>): Promise<Figures> => {
  const child = await startChild(join(import.meta.dirname, file), environment);
  try {
    return await driveRounds(child.ready);
  } finally {
    await child.stop();
  }
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const summarise = (runs: Figures[]): Figures => ({
  roundsPerSecond: median(runs.map((run) => run.roundsPerSecond)),
  p50Ms: median(runs.map((run) => run.p50Ms)),
  p99Ms: median(runs.map((run) => run.p99Ms)),
  errors: runs.reduce((sum, run) => sum + run.errors, 0),
});

const stub = upstream ? await startChild(join(import.meta.dirname, '../support/model-server.ts')) : undefined;
const environment: Record<string, string> = stub ? { BENCH_MODEL_URL: stub.ready.url } : {};
const floorRuns: Figures[] = [];
const serviceRuns: Figures[] = [];
// Taken in turns, so that a slow moment of the machine hits both.
for (let repeat = 0; repeat < repeats; repeat++) {
  floorRuns.push(await measure('floor.ts', environment));
  serviceRuns.push(await measure('service.ts', environment));
}
await stub?.stop();

const floor = summarise(floorRuns);
const service = summarise(serviceRuns);
const row = (name: string, { roundsPerSecond, p50Ms, p99Ms, errors }: Figures) => ({
  name,
  'rounds/s': Math.round(roundsPerSecond),
  'p50 ms': p50Ms,
  'p99 ms': p99Ms,
  errors,
});
console.table([row('floor', floor), row('service', service)]);
console.log(`rounds/s: ${(service.roundsPerSecond / floor.roundsPerSecond).toFixed(2)} of the floor`);
console.log(`p99: ${(service.p99Ms / floor.p99Ms).toFixed(2)} times the floor's`);
