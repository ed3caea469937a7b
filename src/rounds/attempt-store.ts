import { dialectOf, type Handle, prepared, type Statement, storeTogether } from '../db/index.ts';
import type { Usage } from '../usage/index.ts';
import { encodeOutputs, type ReplyOutput } from './reply-output.ts';
import { encodeUsage } from './round-usage.ts';

/**
 * Assigns a running round to another process and counts the attempt, in one statement: of two processes that try, one
 * succeeds. Returns the new attempt, or undefined if the round has ended or another process has it.
 */
export const takeOverRound = async (
  db: Handle,
  { id, attempt, newOwner }: { id: string; attempt: number; newOwner: string },
): Promise<number | undefined> => {
  const taken = await db
    .updateTable('rounds')
    .set((eb) => ({ owner: newOwner, attempt: eb('attempt', '+', 1) }))
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running')
    .returning('attempt')
    .executeTakeFirst();
  return taken?.attempt;
};

/** One run of a round by one process. Every write for a round names its attempt. */
export interface AttemptIdentity {
  id: string;
  owner: string;
  attempt: number;
}

/**
 * For a transaction that writes on behalf of a run. Until its commit no other process can end the round or take it over.
 * False if that has happened.
 */
export const lockAttempt = async (db: Handle, { id, owner, attempt }: AttemptIdentity): Promise<boolean> => {
  const row = await db
    .selectFrom('rounds')
    .select('id')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running')
    .$if(dialectOf(db) === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  return row !== undefined;
};

/** A planned stop ends this attempt: the next process runs the round again, and the attempt does not count as lost. */
export const releaseRound = async (db: Handle, { id, owner, attempt }: AttemptIdentity): Promise<void> => {
  await db
    .updateTable('rounds')
    .set((eb) => ({ releases: eb('releases', '+', 1) }))
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running')
    .execute();
};

export interface RoundEnd extends AttemptIdentity {
  status: 'done' | 'failed' | 'stopped';
  answerText: string;
  outputs: readonly ReplyOutput[];
  usage: Usage;
  errorCode: number | null;
  errorMessage: string | null;
  costNano: number;
  /** The session in which a person got the message instead of the agent. */
  humanSessionId: string | null;
  endedAtMs: number;
}

type EndValues = Omit<RoundEnd, 'outputs' | 'usage'> & { outputs: string; usage: string };

/** Only its owner ends a round, and only once, so that it is never charged twice. */
const end = prepared<EndValues, { reserved_nano: number }>((db, value) =>
  db
    .updateTable('rounds')
    .set({
      status: value('status'),
      answer_text: value('answerText'),
      outputs: value('outputs'),
      usage: value('usage'),
      error_code: value('errorCode'),
      error_message: value('errorMessage'),
      cost_nano: value('costNano'),
      human_session_id: value('humanSessionId'),
      ended_at: value('endedAtMs'),
    })
    .where('id', '=', value('id'))
    .where('owner', '=', value('owner'))
    .where('attempt', '=', value('attempt'))
    .where('status', '=', 'running')
    .returning('reserved_nano'),
);

/**
 * Stores the end of a round and its records. Returns the credits reserved for the round: only its row has the exact amount,
 * because the answer to a reservation may have been lost. Undefined if the round does not belong to this attempt. On
 * PostgreSQL the transaction has failed then.
 */
export const endRound = (
  tx: Handle,
  round: RoundEnd,
  { records, isLast }: { records: readonly Statement<unknown>[]; isLast: boolean },
): Promise<number | undefined> =>
  storeTogether(tx, {
    first: end.statement({
      ...round,
      outputs: encodeOutputs(round.outputs),
      usage: encodeUsage(round.usage),
    }),
    column: 'reserved_nano',
    others: records,
    isLast,
  });

/** False if the round has ended or belongs to another attempt, because then nothing would release the credits. */
export const addReservation = async (
  db: Handle,
  { id, owner, attempt }: AttemptIdentity,
  nano: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('rounds')
    .set((eb) => ({ reserved_nano: eb('reserved_nano', '+', nano) }))
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
