import type { Database, Handle } from '../../db/index.ts';

export type Write = <Result>(work: (tx: Handle) => Promise<Result>) => Promise<Result>;

/** A transaction that resolves when its data would survive a power failure. */
export const createWrite =
  ({ db }: { db: Database }): Write =>
  async (work) => {
    const result = await db.transaction(work);
    await db.durable();
    return result;
  };
