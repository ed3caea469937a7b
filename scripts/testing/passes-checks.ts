import { join } from 'node:path';
import { runCommand } from './run-command.ts';

/** Fastest first. */
const checks = [
  ['biome', 'check'],
  ['tsc', '--noEmit'],
  ['tsc', '--noEmit', '-p', 'web'],
  ['tsc', '--noEmit', '-p', 'web/chat'],
  ['knip', '--no-progress'],
  // Needs types, to find promises that are not awaited.
  ['oxlint', '--type-aware', '--quiet'],
] as const;

/** Stops at the first check that fails. */
export async function passesChecks(signal?: AbortSignal): Promise<boolean> {
  for (const [program, ...args] of checks) {
    const { code } = await runCommand(join('node_modules/.bin', program), args, { show: true, signal });
    if (code === 0) continue;
    console.error(`${program} ${args.join(' ')} failed.`);
    return false;
  }
  return true;
}
