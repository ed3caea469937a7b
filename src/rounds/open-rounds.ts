import type { Handle } from '../db/index.ts';
import type { RoundRow } from './round-store.ts';

/** A round that has not ended, with data of its conversation. */
export type OpenRound = RoundRow & { channel: string };

const openRounds = (db: Handle) =>
  db
    .selectFrom('rounds')
    .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
    .selectAll('rounds')
    .select('conversations.channel')
    .where('rounds.status', '=', 'running');

const inOrder = (query: ReturnType<typeof openRounds>): Promise<OpenRound[]> =>
  query.orderBy('rounds.conversation_id').orderBy('rounds.sequence').execute();

export const findOpenRound = (db: Handle, id: string): Promise<OpenRound | undefined> =>
  openRounds(db).where('rounds.id', '=', id).executeTakeFirst();

/** Those that a process runs. */
export const listOpenRoundsOf = (db: Handle, owner: string): Promise<OpenRound[]> =>
  inOrder(openRounds(db).where('rounds.owner', '=', owner));

/** Those that other processes run. */
export const listOpenRoundsOfOthers = (db: Handle, owner: string): Promise<OpenRound[]> =>
  inOrder(openRounds(db).where('rounds.owner', '!=', owner));

/** Those of other processes that have no registration. */
export const listUnregisteredRounds = (db: Handle, owner: string): Promise<OpenRound[]> =>
  inOrder(
    openRounds(db)
      .where('rounds.owner', '!=', owner)
      .where('rounds.owner', 'not in', db.selectFrom('processes').select('id')),
  );
