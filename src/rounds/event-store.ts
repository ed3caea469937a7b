import { sql } from 'kysely';
import { dialectOf, type Handle, prepared, type Schema, type Statement } from '../db/index.ts';
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

export const insertingEvents = (
  roundId: string,
  firstSequence: number,
  events: readonly ReplyEvent[],
): Statement<never> =>
  appendEvents.statement({
    round_id: roundId,
    first_sequence: firstSequence,
    events: encodeEvents(events),
  });

/** The next events of a running round's attempt. */
export interface OwnEvents extends AttemptIdentity {
  firstSequence: number;
  events: readonly ReplyEvent[];
}

interface OwnEventsRow extends AttemptIdentity {
  firstSequence: number;
  events: string;
}

const appendOwnEvents = prepared<OwnEventsRow, { round_id: string }>((db, value) =>
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
        .where('status', '=', 'running'),
    )
    .returning('round_id'),
);

/** One statement, because each one would be a round trip. */
const appendOwnEventsTogether = async (db: Handle, batch: readonly OwnEvents[]): Promise<string[]> => {
  const { rows } = await sql<{ round_id: string }>`
    with logged as (
      select rounds.id, added.first_sequence, added.events
      from unnest(
        ${batch.map(({ id }) => id)}::text[],
        ${batch.map(({ owner }) => owner)}::text[],
        ${batch.map(({ attempt }) => attempt)}::integer[],
        ${batch.map(({ firstSequence }) => firstSequence)}::integer[],
        ${batch.map(({ events }) => encodeEvents(events))}::text[]
      ) as added (id, owner, attempt, first_sequence, events)
      join rounds on rounds.id = added.id and rounds.owner = added.owner and rounds.attempt = added.attempt
      where rounds.status = 'running'
      order by rounds.id
      -- Locked until the commit: another process cannot end the round or take it over meanwhile. In one order everywhere.
      for share of rounds
    )
    insert into round_events (round_id, first_sequence, events) select id, first_sequence, events from logged
    returning round_id`.execute(db);
  return rows.map((row) => row.round_id);
};

/** Appends to the logs of running rounds. Returns the rounds that are still running here. */
export const insertOwnEvents = async (db: Handle, batch: readonly OwnEvents[]): Promise<Set<string>> => {
  if (dialectOf(db) === 'postgres') return new Set(await appendOwnEventsTogether(db, batch));
  const logged = new Set<string>();
  for (const own of batch) {
    const rows = await appendOwnEvents(db, { ...own, events: encodeEvents(own.events) });
    if (rows.length > 0) logged.add(own.id);
  }
  return logged;
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
