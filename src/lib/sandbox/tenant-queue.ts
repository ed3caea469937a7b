import { SandboxError } from './sandbox-error.ts';

export interface Waiting {
  /** Whose limit applies: the id of a workspace. */
  tenant: string;
  /** Long by nature, such as reading a whole document. */
  isLong: boolean;
  /** Resolves at the end of the job, with true if it used up its limit. */
  start(): Promise<boolean>;
  refuse(error: SandboxError): void;
}

interface Line {
  waiting: Waiting[];
  isRunning: boolean;
  /** The tenant's jobs count as long until then, because one of them used up its budget. */
  suspectUntilMs: number;
}

const mostWaiting = 200;
const suspectMs = 60_000;

/**
 * Decides which job a pool of workers runs next. Its rules differ from those of lib/fair-queue, because a job here may be
 * an attack:
 * - a tenant has at most one job running; tenants are served in rotation, the jobs of one tenant in order of arrival;
 * - long jobs never occupy the last free worker, nor does any job of a tenant that used up a budget in the last minute;
 * - a tenant with 200 waiting jobs cannot add more.
 */
export const createTenantQueue = ({ workers, nowMs }: { workers: number; nowMs: () => number }) => {
  /** The tenant that was served last is at the end. */
  const lines = new Map<string, Line>();
  const mostLong = Math.max(1, workers - 1);
  let longRunning = 0;

  const lineOf = (tenant: string): Line => {
    let line = lines.get(tenant);
    if (!line) {
      line = { waiting: [], isRunning: false, suspectUntilMs: 0 };
      lines.set(tenant, line);
    }
    return line;
  };

  const countsAsLong = (job: Waiting, line: Line): boolean => job.isLong || line.suspectUntilMs > nowMs();

  const forget = (): void => {
    for (const [tenant, line] of lines)
      if (!line.isRunning && line.waiting.length === 0 && line.suspectUntilMs <= nowMs())
        lines.delete(tenant);
  };

  return {
    add: (job: Waiting): void => {
      const line = lineOf(job.tenant);
      if (line.waiting.length >= mostWaiting) job.refuse(new SandboxError('busy'));
      else line.waiting.push(job);
    },
    remove: (job: Waiting): void => {
      const line = lines.get(job.tenant);
      if (line) line.waiting = line.waiting.filter((each) => each !== job);
    },
    /** The next job that may run now, marked as running; `done` must follow. */
    next: (): { job: Waiting; done(usedUp: boolean): void } | undefined => {
      for (const [tenant, line] of lines) {
        const job = line.waiting[0];
        if (!job || line.isRunning) continue;
        const isLong = countsAsLong(job, line);
        if (isLong && longRunning >= mostLong) continue;
        line.waiting.shift();
        line.isRunning = true;
        if (isLong) longRunning += 1;
        lines.delete(tenant);
        lines.set(tenant, line);
        return {
          job,
          done: (usedUp) => {
            line.isRunning = false;
            if (isLong) longRunning -= 1;
            if (usedUp) line.suspectUntilMs = nowMs() + suspectMs;
            forget();
          },
        };
      }
      return undefined;
    },
    clear: (): Waiting[] => {
      const all = [...lines.values()].flatMap(({ waiting }) => waiting);
      for (const line of lines.values()) line.waiting = [];
      return all;
    },
  };
};
