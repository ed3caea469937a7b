import { createContext, Script } from 'node:vm';

/** How long this thread has worked, however long it had to wait for a core meanwhile. */
export const workedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const execute = new Script('expression.exec(text)');
const place = createContext({ expression: undefined, text: '' });

/** Throws when there is no answer after this long by the clock on the wall. */
const run = (expression: RegExp, text: string, timeoutMs: number): RegExpExecArray | null => {
  Object.assign(place, { expression, text });
  try {
    return execute.runInContext(place, { timeout: timeoutMs }) as RegExpExecArray | null;
  } finally {
    Object.assign(place, { expression: undefined, text: '' });
  }
};

/** Told by its code: the error is made inside the script's own context, whose Error is another than ours. */
const isCutOff = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Bounds how long others wait for an endless pattern on a machine that hardly lets it work. */
const mostTries = 10;

/**
 * What a regular expression finds, or undefined when it takes longer than `limitMs`: some pairs of pattern and text
 * take the engine years, on the thread everybody shares. The limit is of work. Node only knows one of the clock, and
 * on a busy machine a process stands still for longer than that within the simplest match; what was cut off without
 * having worked is tried again.
 */
export const matchWithin = (
  expression: RegExp,
  text: string,
  limitMs: number,
  { tryOnce = run, worked = workedMs } = {},
): RegExpExecArray | null | undefined => {
  const startedMs = worked();
  for (let tries = 1; tries <= mostTries; tries += 1)
    try {
      return tryOnce(expression, text, limitMs);
    } catch (error) {
      if (!isCutOff(error) || worked() - startedMs >= limitMs / 2) return undefined;
    }
  return undefined;
};
