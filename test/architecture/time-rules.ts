import { withoutComments } from './import-rules.ts';

/**
 * Files that may read the time of day without a clock. A factory takes a `Clock`, so that tests can
 * set it. Durations are measured with `performance.now()`, which is not the time of day and may be used anywhere.
 */
export const clockExceptions: Readonly<Record<string, string>> = {
  'src/app.ts': 'passes the clock to everything it creates',
  'src/cli/': 'each command is a program of its own',
  'src/lib/ids.ts': 'the time makes ids sort by age; nothing reads it back',
  'src/lib/sync-file.ts': 'the last line of a process that ends at once',
  'src/db/sqlite/folder-lock.ts': 'tells a person since when another process uses the folder',
};

/** `Date.now()`, `new Date()` and `Date()`; `new Date(timeMs)` only converts. */
const readsSystemTime =
  /\bDate\s*\??\.\s*now\b|\bDate\s*\[|\bnew\s+Date\s*(?:\(\s*\)|(?![\s\w(]))|(?<!new\s+)\bDate\s*\(/;

/** What is wrong with how a file of src/ reads the time, if anything. */
export const findTimeFault = (path: string, source: string): string | undefined => {
  if (path === 'src/lib/clock.ts') return undefined;
  const code = withoutComments(source);
  if (readsSystemTime.test(code)) return `${path} reads the system's time: use clock.nowMs()`;
  const isException = Object.keys(clockExceptions).some((allowed) =>
    allowed.endsWith('/') ? path.startsWith(allowed) : path === allowed,
  );
  if (/\bsystemClock\b/.test(code) && !isException)
    return `${path} uses systemClock: take a clock, or give a reason in test/architecture/time-rules.ts`;
  return undefined;
};
