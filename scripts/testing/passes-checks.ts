import { join, resolve } from 'node:path';
import { runCommand } from './run-command.ts';

/** Checks only what has changed since the last run. */
const incrementalTypes = (project: string, name: string): string[] => [
  'tsc',
  '--noEmit',
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  resolve('node_modules/.cache/frontdesk-types', `${name}.json`),
];

/** The first two start together. */
const listChecks = (): string[][] => [
  incrementalTypes('.', 'service'),
  ['biome', 'check'],
  incrementalTypes('web', 'console'),
  incrementalTypes('web/chat', 'chat'),
  incrementalTypes('packages/widget', 'widget-package'),
  ['knip', '--no-progress'],
  // Needs types, to find promises that are not awaited.
  ['oxlint', '--type-aware', '--quiet'],
];

/** Two at a time, because most use one core. Starts no more checks after one has failed. */
export async function passesChecks(signal?: AbortSignal): Promise<boolean> {
  const waiting = listChecks();
  const failed: string[] = [];
  const runWaiting = async (): Promise<void> => {
    while (failed.length === 0) {
      const [program, ...args] = waiting.shift() ?? [];
      if (program === undefined) return;
      const { code, output } = await runCommand(join('node_modules/.bin', program), args, { signal });
      // Printed when complete, so that the lines of two checks do not mix.
      process.stdout.write(output);
      if (code !== 0) failed.push(`${program} ${args.join(' ')}`);
    }
  };
  await Promise.all([runWaiting(), runWaiting()]);
  for (const command of failed) console.error(`${command} failed.`);
  return failed.length === 0;
}
