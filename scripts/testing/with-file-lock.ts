import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Runs `work` with an exclusive lock on `path`, so that two test runs never build the same thing.
 * The kernel's lock is held by a `flock` child process whose stdin is a pipe from this process: when this process
 * ends, the pipe closes and the lock is released. A lock file with a process id could be left behind.
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true });
  const holder = spawn('flock', [path, 'sh', '-c', 'echo held; exec cat >/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Separate process group: Ctrl-C must not release the lock before the work has cleaned up.
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
