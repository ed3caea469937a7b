import { type Database, ping } from '../../db/index.ts';

const timeoutMs = 3000;

/**
 * Whether the database answers within three seconds. Concurrent callers
 * share one query, so that frequent checks do not use up the connections.
 */
export const createDatabaseProbe = ({ query }: Pick<Database, 'query'>, limitMs = timeoutMs) => {
  let asking: Promise<boolean> | undefined;

  const ask = async (): Promise<boolean> => {
    try {
      await ping(query);
      return true;
    } catch {
      return false;
    } finally {
      asking = undefined;
    }
  };

  return async (): Promise<boolean> => {
    asking ??= ask();
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const limit = setTimeout(() => resolve(false), limitMs);
    try {
      return await Promise.race([asking, late]);
    } finally {
      clearTimeout(limit);
    }
  };
};
