import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../lib/clock.ts';
import { createPrivateFile } from '../../lib/private-files.ts';

export interface FolderLock {
  release(): void;
}

const describeHolder = (holderPath: string): string => {
  try {
    const { pid, host, startedAt } = JSON.parse(readFileSync(holderPath, 'utf8'));
    return `process ${pid} on ${host}, started ${startedAt}`;
  } catch {
    return 'another process';
  }
};

/**
 * One process per data folder. Node has no flock, but SQLite does: an open exclusive transaction on a
 * separate file is a kernel lock that the system frees when the process dies for any reason.
 */
export const lockFolder = (folder: string): FolderLock => {
  const holderPath = join(folder, 'frontdesk.pid');
  const lockPath = join(folder, 'frontdesk.lock');
  createPrivateFile(lockPath);
  const database = new DatabaseSync(lockPath);
  try {
    database.exec('pragma journal_mode = delete; pragma busy_timeout = 0; begin exclusive');
  } catch (cause) {
    database.close();
    throw new Error(`The data folder ${folder} is in use by ${describeHolder(holderPath)}. Stop it first.`, {
      cause,
    });
  }
  createPrivateFile(holderPath);
  writeFileSync(
    holderPath,
    JSON.stringify({
      pid: process.pid,
      host: hostname(),
      startedAt: new Date(systemClock.nowMs()).toISOString(),
    }),
  );
  return {
    release: () => {
      rmSync(holderPath, { force: true });
      database.close();
    },
  };
};
