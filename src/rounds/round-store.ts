import { type Selectable, sql } from 'kysely';
import { dialectOf, type Handle, prepared, type Schema } from '../db/index.ts';
import type { ReplyEvent } from './reply-events.ts';
import type { RoundStatus } from './round.ts';

type Rounds = Schema['rounds'];
export type RoundRow = Selectable<Rounds>;

type NewRound = Pick<
  Rounds,
  | 'id'
  | 'answer_id'
  | 'workspace_id'
  | 'agent_id'
  | 'conversation_id'
  | 'user_id'
  | 'sequence'
  | 'api_version'
  | 'mode'
  | 'owner'
  | 'question'
  | 'question_text'
  | 'request'
  | 'reserved_nano'
  | 'created_at'
>;

const insert = prepared<NewRound, never>((db, value) =>
  db.insertInto('rounds').values({
    id: value('id'),
    answer_id: value('answer_id'),
    workspace_id: value('workspace_id'),
    agent_id: value('agent_id'),
    conversation_id: value('conversation_id'),
    user_id: value('user_id'),
    sequence: value('sequence'),
    api_version: value('api_version'),
    mode: value('mode'),
    status: 'running',
    owner: value('owner'),
    question: value('question'),
    question_text: value('question_text'),
    request: value('request'),
    answer_text: '',
    outputs: '[]',
    usage: null,
    error_code: null,
    error_message: null,
    reserved_nano: value('reserved_nano'),
    cost_nano: 0,
    stop_requested: 0,
    feedback: 'NONE',
    quality: 'NONE',
    created_at: value('created_at'),
    ended_at: null,
  }),
);

export const insertRound = async (db: Handle, round: NewRound): Promise<void> => {
  await insert(db, round);
};

type OpenRound = Pick<RoundRow, 'sequence' | 'attempt'>;

const firstOpen = prepared<{ conversationId: string; sequence: number }, OpenRound>((db, value) =>
  db
    .selectFrom('rounds')
    .select(['sequence', 'attempt'])
    .where('conversation_id', '=', value('conversationId'))
    .where('sequence', '<=', value('sequence'))
    .where('status', '=', 'running')
    .orderBy('sequence')
    .limit(1),
);

/** The first round of the conversation that has not ended, up to and including the given one. */
export const findFirstOpenRound = async (
  db: Handle,
  place: { conversationId: string; sequence: number },
): Promise<OpenRound | undefined> => (await firstOpen(db, place))[0];

/**
 * Gives a running round to another process and counts the attempt, in one statement: of two processes that try, one
 * succeeds. Returns the new attempt, or undefined when the round has ended or somebody else has it by now.
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

/** Which run of a round, by which process. Whoever writes for a round names it. */
export interface OwnAttempt {
  id: string;
  owner: string;
  attempt: number;
}

/**
 * For a transaction that writes on behalf of a run. Until its commit no other process can end the round or take it over.
 * False if that has happened.
 */
export const holdAttempt = async (db: Handle, { id, owner, attempt }: OwnAttempt): Promise<boolean> => {
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
export const releaseRound = async (db: Handle, { id, owner, attempt }: OwnAttempt): Promise<void> => {
  await db
    .updateTable('rounds')
    .set((eb) => ({ releases: eb('releases', '+', 1) }))
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running')
    .execute();
};

interface RoundEnd extends OwnAttempt {
  status: 'done' | 'failed' | 'stopped';
  answerText: string;
  outputs: string;
  usage: string;
  errorCode: number | null;
  errorMessage: string | null;
  costNano: number;
  /** The session in which a person got the message instead of the agent. */
  humanSessionId: string | null;
  endedAtMs: number;
}

/** Only its owner ends a round, and only once: the guard that makes a second charge impossible. */
const end = prepared<RoundEnd, { reserved_nano: number }>((db, value) =>
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
 * What was reserved for the round, which only its row knows for sure: the answer to a reservation may have been
 * lost. Undefined when it was not ours to end.
 */
export const endRound = async (db: Handle, round: RoundEnd): Promise<number | undefined> =>
  (await end(db, round))[0]?.reserved_nano;

/** Most rounds have no recordings; those that do pay for a statement of their own. */
export const keepHeardText = async (db: Handle, roundId: string, heardText: string): Promise<void> => {
  await db.updateTable('rounds').set({ heard_text: heardText }).where('id', '=', roundId).execute();
};

/** Few rounds fail; those that do pay for a statement of their own. */
export const keepErrorCause = async (db: Handle, roundId: string, cause: string): Promise<void> => {
  await db.updateTable('rounds').set({ error_cause: cause }).where('id', '=', roundId).execute();
};

/** As much as a model is told of one file; the file itself stays with the message. */
const keptReadCharacters = 100_000;

/** PostgreSQL keeps no zero characters; a text that is cut in two may end in half of one. */
export const keptReadText = (readText: string): string =>
  readText.slice(0, keptReadCharacters).replaceAll('\0', '').toWellFormed();

export const keepReadText = async (db: Handle, roundId: string, readText: string): Promise<void> => {
  await db
    .updateTable('rounds')
    .set({ read_text: keptReadText(readText) })
    .where('id', '=', roundId)
    .execute();
};

const byId = prepared<{ id: string }, RoundRow>((db, value) =>
  db.selectFrom('rounds').selectAll().where('id', '=', value('id')),
);

export const findRound = async (db: Handle, id: string): Promise<RoundRow | undefined> =>
  (await byId(db, { id }))[0];

const appendEvents = prepared<Schema['round_events'], never>((db, value) =>
  db.insertInto('round_events').values({
    round_id: value('round_id'),
    first_sequence: value('first_sequence'),
    events: value('events'),
  }),
);

export const insertEvents = async (
  db: Handle,
  roundId: string,
  firstSequence: number,
  events: readonly ReplyEvent[],
): Promise<void> => {
  await appendEvents(db, {
    round_id: roundId,
    first_sequence: firstSequence,
    events: JSON.stringify(events),
  });
};

interface OwnEvents {
  id: string;
  owner: string;
  attempt: number;
  firstSequence: number;
  events: string;
}

const appendOwnEvents = prepared<OwnEvents, { round_id: string }>((db, value) =>
  db
    .insertInto('round_events')
    .columns(['round_id', 'first_sequence', 'events'])
    .expression((eb) =>
      eb
        .selectFrom('rounds')
        .select([
          'id as round_id',
          sql<number>`cast(${value('firstSequence')} as integer)`.as('first_sequence'),
          sql<string>`cast(${value('events')} as text)`.as('events'),
        ])
        .where('id', '=', value('id'))
        .where('owner', '=', value('owner'))
        .where('attempt', '=', value('attempt'))
        .where('status', '=', 'running')
        // Held until the commit: another process ends the round or takes it over before or after, not meanwhile.
        .$if(dialectOf(db) === 'postgres', (query) => query.forShare()),
    )
    .returning('round_id'),
);

/** Appends to the log of a running round. False if the round has ended or belongs to another attempt. */
export const insertOwnEvents = async (
  db: Handle,
  own: OwnAttempt,
  { firstSequence, events }: { firstSequence: number; events: readonly ReplyEvent[] },
): Promise<boolean> => {
  const { id, owner, attempt } = own;
  const values = { id, owner, attempt, firstSequence, events: JSON.stringify(events) };
  return (await appendOwnEvents(db, values)).length > 0;
};

export const deleteEvents = (db: Handle, roundId: string) =>
  db.deleteFrom('round_events').where('round_id', '=', roundId).execute();

interface RoundLog {
  attempt: number;
  status: RoundStatus;
  events: ReplyEvent[];
}

/** One statement, so that the events belong to the attempt and the log of an ended round is complete. */
export const readLog = async (db: Handle, roundId: string): Promise<RoundLog | undefined> => {
  const rows = await db
    .selectFrom('rounds')
    .leftJoin('round_events', 'round_events.round_id', 'rounds.id')
    .select(['rounds.attempt', 'rounds.status', 'round_events.events'])
    .where('rounds.id', '=', roundId)
    .orderBy('round_events.first_sequence')
    .execute();
  const [first] = rows;
  return (
    first && {
      attempt: first.attempt,
      status: first.status,
      events: rows.flatMap((row) => (row.events === null ? [] : (JSON.parse(row.events) as ReplyEvent[]))),
    }
  );
};

/** How many events are in the log. */
export const countEvents = async (db: Handle, roundId: string): Promise<number> => {
  const newest = await db
    .selectFrom('round_events')
    .select(['first_sequence', 'events'])
    .where('round_id', '=', roundId)
    .orderBy('first_sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? newest.first_sequence + (JSON.parse(newest.events) as unknown[]).length : 0;
};

const trace = prepared<Schema['traces'], never>((db, value) =>
  db.insertInto('traces').values({ round_id: value('round_id'), steps: value('steps') }),
);

export const insertTrace = async (db: Handle, roundId: string, steps: string): Promise<void> => {
  await trace(db, { round_id: roundId, steps });
};

/** False if the round has ended or belongs to another attempt: then nobody would give the credits back. */
export const addReservation = async (
  db: Handle,
  { id, owner, attempt }: OwnAttempt,
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

export const requestStop = (db: Handle, roundId: string) =>
  db
    .updateTable('rounds')
    .set({ stop_requested: 1 })
    .where('id', '=', roundId)
    .where('status', '=', 'running')
    .execute();

export const findStopRequests = async (db: Handle, owner: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('rounds')
    .select('id')
    .where('owner', '=', owner)
    .where('status', '=', 'running')
    .where('stop_requested', '=', 1)
    .execute();
  return rows.map((row) => row.id);
};
