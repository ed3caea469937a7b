import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Does `work` while holding an exclusive lock on `path`, so that two test runs never build the same thing.
 * The lock is the kernel's, held by a small `flock` child whose stdin is ours: however this process ends,
 * the pipe closes and the lock is free. A lock file with a process id in it could be left behind.
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true });
  const holder = spawn('flock', [path, 'sh', '-c', 'echo held; exec cat >/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Its own process group: Ctrl-C must not free the lock before the work has cleaned up.
    detached: true,
  });
  await new Promise<void>((resolve, reject) => {
    holder.once('error', reject);
    holder.once('close', () => reject(new Error(`Could not lock ${path}`)));
    holder.stdout.once('data', () => resolve());
  });
  try {
    return await work();
  } finally {
    const closed = once(holder, 'close');
    holder.stdin.end();
    await closed;
  }
}
