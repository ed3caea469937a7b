import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from './run-command.ts';

/** Checks only what has changed since the last run. */
const incrementalTypes = (project: string, name: string): string[] => [
  'tsc',
  '--noEmit',
  // Several checkers at a time check the same types repeatedly: 42 s of processor time instead of 18.
  '--checkers',
  '1',
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  resolve('node_modules/.cache/frontdesk-types', `${name}.json`),
];

/** Format, lint and types of the files that changed. The compiler remembers what it has checked before. */
const checksOf = (changed: readonly string[]): string[][] => {
  const files = changed.filter((file) => /\.(tsx?|m?js|json|css)$/.test(file) && existsSync(file));
  const isWeb = changed.some((file) => file.startsWith('web/') || file.startsWith('src/http/'));
  return [
    ...(files.length > 0 ? [['biome', 'check', '--no-errors-on-unmatched', ...files]] : []),
    incrementalTypes('.', 'service'),
    ...(isWeb ? [incrementalTypes('web', 'console'), incrementalTypes('web/chat', 'chat')] : []),
  ];
};

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
export async function passesChecks(signal?: AbortSignal, changed?: readonly string[]): Promise<boolean> {
  const waiting = changed ? checksOf(changed) : listChecks();
  const failed: string[] = [];
  // The compiler and the linter of types are written in Go. With its default they collect garbage for a third of their time.
  const env = { ...process.env, GOGC: process.env.GOGC ?? '400' };
  const runWaiting = async (): Promise<void> => {
    while (failed.length === 0) {
      const [program, ...args] = waiting.shift() ?? [];
      if (program === undefined) return;
      const { code, output } = await runCommand(join('node_modules/.bin', program), args, { signal, env });
      // Printed when complete, so that the lines of two checks do not mix.
      process.stdout.write(output);
      if (code !== 0) failed.push(`${program} ${args.join(' ')}`);
    }
  };
  await Promise.all([runWaiting(), runWaiting()]);
  for (const command of failed) console.error(`${command} failed.`);
  return failed.length === 0;
}
