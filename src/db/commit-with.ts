import type { Handle } from './database.ts';
import { sideBySide } from './side-by-side.ts';

type Commit = () => Promise<void>;

const commits = new WeakMap<object, Commit>();

/** Code that opens transactions registers here how one is committed before the end of its work. */
export const allowCommit = (tx: Handle, commit: Commit): void => {
  commits.set(tx, commit);
};

/**
 * The last statements of a transaction. On PostgreSQL the commit is sent with them and does not wait for their responses.
 * If one of them fails, the server rolls back; a statement that merely finds nothing does not fail. No statement may
 * follow. On SQLite it is the same as `sideBySide`.
 */
export const commitWith = async <Results extends unknown[]>(
  tx: Handle,
  statements: [...{ [Index in keyof Results]: Promise<Results[Index]> }],
): Promise<Results> => {
  const commit = commits.get(tx);
  if (!commit) return sideBySide<Results>(statements);
  // The error of a statement counts before that of the commit.
  const results = await sideBySide<unknown[]>([...statements, commit()]);
  return results.slice(0, -1) as Results;
};
