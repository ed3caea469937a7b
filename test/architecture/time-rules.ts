import { withoutComments } from './import-rules.ts';

/**
 * Files that may ask for the time of day without being given a clock. A factory takes a `Clock`, so that tests can
 * move it. Durations are measured with `performance.now()`, which is no time of day: it may stand anywhere.
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

/** What is wrong with the way a file of src/ asks for the time, if anything. */
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
