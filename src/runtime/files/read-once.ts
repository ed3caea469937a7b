import type { FilePart } from '../../rounds/index.ts';

/**
 * Reads a file once for all components of a round: the parts of its question are the same objects in all of them.
 * An aborted reading says nothing about the file, so the next reader reads it again.
 */
export const createReadOnce = <Result>() => {
  const begun = new WeakMap<FilePart, { result: Promise<Result>; signal: AbortSignal }>();
  return async (part: FilePart, signal: AbortSignal, read: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      const known = begun.get(part);
      if (!known) {
        const result = read();
        begun.set(part, { result, signal });
        result.catch(() => {
          if (signal.aborted) begun.delete(part);
        });
        return result;
      }
      try {
        return await known.result;
      } catch (error) {
        if (!known.signal.aborted || signal.aborted) throw error;
      }
    }
  };
};
