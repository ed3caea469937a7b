import type { FastifyRequest } from 'fastify';
import type { Database, Handle } from '../../../db/index.ts';
import type { Entry, Note } from './note.ts';

export type Write = <Result>(
  request: FastifyRequest,
  work: (tx: Handle, record: (entry: Entry) => Promise<void>) => Promise<Result>,
) => Promise<Result>;

/** A change and its audit entry in one transaction, answered only when it would survive a power cut. */
export const createWrite =
  ({ db, note }: { db: Database; note: Note }): Write =>
  async (request, work) => {
    const result = await db.transaction((tx) => work(tx, (entry) => note(request, tx, entry)));
    await db.durable();
    return result;
  };
