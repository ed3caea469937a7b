import { sql } from 'kysely';
import { dialectOf, type Handle, prepared, type Schema } from '../db/index.ts';
import type { AttemptIdentity } from './attempt-store.ts';
import { decodeEvents, encodeEvents, type ReplyEvent } from './reply-events.ts';
import type { RoundStatus } from './round.ts';

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
    events: encodeEvents(events),
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
        // Locked until the commit: another process cannot end the round or take it over meanwhile.
        .$if(dialectOf(db) === 'postgres', (query) => query.forShare()),
    )
    .returning('round_id'),
);

/** Appends to the log of a running round. False if the round has ended or belongs to another attempt. */
export const insertOwnEvents = async (
  db: Handle,
  own: AttemptIdentity,
  { firstSequence, events }: { firstSequence: number; events: readonly ReplyEvent[] },
): Promise<boolean> => {
  const { id, owner, attempt } = own;
  const values = { id, owner, attempt, firstSequence, events: encodeEvents(events) };
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
      events: rows.flatMap((row) => (row.events === null ? [] : decodeEvents(row.events))),
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
  return newest ? newest.first_sequence + decodeEvents(newest.events).length : 0;
};
