import { type Insertable, sql } from 'kysely';
import {
  dialectOf,
  type Handle,
  isOneOf,
  jsonParameter,
  prepared,
  rowsOfParameter,
  type Schema,
  sideBySide,
  storeTogether,
} from '../db/index.ts';
import type { AttemptRow, DeliveryRow, DeliveryStatus, DeliveryTarget } from './delivery.ts';
import type { ReceivingAddress } from './receiver.ts';

type NewDelivery = Omit<Insertable<Schema['deliveries']>, 'sequence'>;

export const insertDelivery = (tx: Handle, row: NewDelivery) =>
  tx.insertInto('deliveries').values(row).execute();

const deliveryById = prepared<{ id: string }, DeliveryRow>((db, value) =>
  db.selectFrom('deliveries').selectAll().where('id', '=', value('id')),
);

export const findDelivery = async (db: Handle, id: string): Promise<DeliveryRow | undefined> =>
  (await deliveryById(db, { id }))[0];

/** One result for each id, in their order. */
export const findDeliveries = async (
  db: Handle,
  ids: readonly string[],
): Promise<(DeliveryRow | undefined)[]> => {
  if (ids.length === 1) return [await findDelivery(db, ids[0]!)];
  const rows = await db
    .selectFrom('deliveries')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
};

/** The current row, which is locked on PostgreSQL until the transaction ends. SQLite has one writer. */
export const lockDelivery = (tx: Handle, id: string): Promise<DeliveryRow | undefined> =>
  tx
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();

export const insertAttempt = (tx: Handle, row: AttemptRow) =>
  tx.insertInto('delivery_attempts').values(row).execute();

export const listAttempts = (db: Handle, deliveryId: string): Promise<AttemptRow[]> =>
  db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt')
    .execute();

export type DeliveryChange = Pick<
  DeliveryRow,
  | 'status'
  | 'attempts'
  | 'schedule_step'
  | 'hastened_step'
  | 'next_attempt_at'
  | 'http_status'
  | 'receiver_code'
  | 'error'
  | 'ended_at'
>;

export const updateDelivery = (tx: Handle, id: string, change: Partial<DeliveryChange>) =>
  tx.updateTable('deliveries').set(change).where('id', '=', id).execute();

const addAttempt = prepared<AttemptRow, never>((db, value) =>
  db.insertInto('delivery_attempts').values({
    delivery_id: value('delivery_id'),
    attempt: value('attempt'),
    url: value('url'),
    http_status: value('http_status'),
    error: value('error'),
    response_excerpt: value('response_excerpt'),
    started_at: value('started_at'),
    duration_ms: value('duration_ms'),
  }),
);

const changeDelivery = prepared<DeliveryChange & { id: string }, { attempts: number }>((db, value) =>
  db
    .updateTable('deliveries')
    .set({
      status: value('status'),
      attempts: value('attempts'),
      schedule_step: value('schedule_step'),
      hastened_step: value('hastened_step'),
      next_attempt_at: value('next_attempt_at'),
      http_status: value('http_status'),
      receiver_code: value('receiver_code'),
      error: value('error'),
      ended_at: value('ended_at'),
    })
    .where('id', '=', value('id'))
    .returning('attempts'),
);

/** Stores an attempt and the new state of its delivery. */
export const recordAttempt = async (
  tx: Handle,
  attempt: AttemptRow,
  change: DeliveryChange,
): Promise<void> => {
  const recorded = await storeTogether(tx, {
    first: changeDelivery.statement({ ...change, id: attempt.delivery_id }),
    column: 'attempts',
    others: [addAttempt.statement(attempt)],
    isLast: false,
  });
  if (recorded === undefined)
    throw new Error(`Delivery ${attempt.delivery_id} was deleted while it was sent`);
};

export interface RecordedAttempt {
  attempt: AttemptRow;
  change: DeliveryChange;
}

const given = (name: string) => sql<string>`given.value ->> ${sql.lit(name)}`;
const givenNumber = (name: string) => sql<number>`cast(${given(name)} as bigint)`;

const changeDelivered = prepared<{ recorded: string }, { id: string }>((db, value) =>
  db
    .updateTable('deliveries')
    .from(rowsOfParameter(db, value('recorded')).as('given'))
    .set({
      status: 'delivered',
      attempts: givenNumber('attempt'),
      next_attempt_at: null,
      http_status: givenNumber('http_status'),
      receiver_code: given('receiver_code'),
      error: null,
      ended_at: givenNumber('ended_at'),
    })
    .where('deliveries.id', '=', given('delivery_id'))
    .returning('deliveries.id'),
);

const addAttempts = prepared<{ recorded: string }, never>((db, value) =>
  db
    .insertInto('delivery_attempts')
    .columns([
      'delivery_id',
      'attempt',
      'url',
      'http_status',
      'error',
      'response_excerpt',
      'started_at',
      'duration_ms',
    ])
    .expression(
      db
        .selectFrom(rowsOfParameter(db, value('recorded')).as('given'))
        .select([
          given('delivery_id').as('delivery_id'),
          givenNumber('attempt').as('attempt'),
          given('url').as('url'),
          givenNumber('http_status').as('http_status'),
          given('error').as('error'),
          given('response_excerpt').as('response_excerpt'),
          givenNumber('started_at').as('started_at'),
          givenNumber('duration_ms').as('duration_ms'),
        ]),
    ),
);

/** `recordAttempt` for several deliveries that succeeded. */
export const recordDelivered = async (tx: Handle, all: readonly RecordedAttempt[]): Promise<void> => {
  const recorded = jsonParameter(
    all.map(({ attempt, change: { receiver_code, ended_at } }) => ({ ...attempt, receiver_code, ended_at })),
  );
  const [changed] = await sideBySide([changeDelivered(tx, { recorded }), addAttempts(tx, { recorded })]);
  if (changed.length < all.length) throw new Error('A delivery was deleted while it was sent');
};

const releasable = sql<boolean>`status = 'pending' and hastened_step < schedule_step`;

const releasableOf = prepared<Omit<ReceivingAddress, 'connectionId'>, { id: string }>((db, value) =>
  db
    .selectFrom('deliveries')
    .select('id')
    .where('agent_id', '=', value('agentId'))
    .where('target', '=', value('target'))
    .where(releasable)
    .limit(1),
);

const releasableOfConnection = prepared<
  { agentId: string; target: DeliveryTarget; connectionId: string },
  { id: string }
>((db, value) =>
  db
    .selectFrom('deliveries')
    .select('id')
    .where('agent_id', '=', value('agentId'))
    .where('target', '=', value('target'))
    .where('connection_id', '=', value('connectionId'))
    .where(releasable)
    .limit(1),
);

/** Whether a delivery to the address failed and was not attempted early since. */
export const hasReleasable = async (
  db: Handle,
  { agentId, target, connectionId }: ReceivingAddress,
): Promise<boolean> => {
  const found = await (connectionId === null
    ? releasableOf(db, { agentId, target })
    : releasableOfConnection(db, { agentId, target, connectionId }));
  return found.length > 0;
};

/** The oldest of them, which then count as attempted early. */
export const markTriedEarly = async (
  tx: Handle,
  { agentId, target, connectionId }: ReceivingAddress,
  limit: number,
): Promise<string[]> => {
  const rows = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('target', '=', target)
    .$if(connectionId !== null, (query) => query.where('connection_id', '=', connectionId))
    .where(releasable)
    .orderBy('sequence')
    .limit(limit)
    // Rows locked by another process are being attempted or released there.
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute();
  const ids = rows.map((row) => row.id);
  if (ids.length > 0)
    await tx
      .updateTable('deliveries')
      .set((eb) => ({ hastened_step: eb.ref('schedule_step') }))
      .where('id', 'in', ids)
      .execute();
  return ids;
};

export interface EndedDeliveries {
  agentId: string;
  endedBeforeMs: number;
  /** Sequence of the last one before. */
  after: number;
  limit: number;
}

export interface DeliveryFilter {
  workspaceId: string;
  agentId?: string;
  conversationId?: string;
  status?: DeliveryStatus;
  target?: DeliveryTarget;
  kind?: string;
  /** Inclusive; time of creation. */
  fromMs?: number;
  /** Exclusive. */
  toMs?: number;
}

const matching = (db: Handle, filter: DeliveryFilter) => {
  let query = db.selectFrom('deliveries').where('workspace_id', '=', filter.workspaceId);
  if (filter.agentId !== undefined) query = query.where('agent_id', '=', filter.agentId);
  if (filter.conversationId !== undefined) query = query.where('conversation_id', '=', filter.conversationId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.target !== undefined) query = query.where('target', '=', filter.target);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.fromMs !== undefined) query = query.where('created_at', '>=', filter.fromMs);
  if (filter.toMs !== undefined) query = query.where('created_at', '<', filter.toMs);
  return query;
};

/** Newest first. */
export const listDeliveries = async (
  db: Handle,
  filter: DeliveryFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: DeliveryRow[]; total: number }> => {
  const query = matching(db, filter);
  const rows = await query.selectAll().orderBy('sequence', 'desc').limit(limit).offset(offset).execute();
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
};

/** In order of creation, after the given one. */
export const listAfter = (
  db: Handle,
  filter: DeliveryFilter,
  afterSequence: number,
  limit: number,
): Promise<DeliveryRow[]> =>
  matching(db, filter)
    .selectAll()
    .where('sequence', '>', afterSequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();

/** Includes their attempts. Returns the count. */
export const deleteEnded = async (db: Handle, endedBeforeMs: number, limit: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('deliveries')
    .where('sequence', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('sequence')
        .where('ended_at', '<', endedBeforeMs)
        .orderBy('ended_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/**
 * Ended deliveries of an agent in the order of creation, after the given one. Looks at `limit` deliveries and returns the last
 * one, or undefined if all later ones are newer.
 */
export const deleteEndedOfAgent = async (
  tx: Handle,
  { agentId, endedBeforeMs, after, limit }: EndedDeliveries,
): Promise<{ deleted: number; next: number | undefined }> => {
  const rows = await tx
    .selectFrom('deliveries')
    .select(['sequence', 'created_at', 'ended_at'])
    .where('agent_id', '=', agentId)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  const ended = rows.filter(({ ended_at }) => ended_at !== null && ended_at < endedBeforeMs);
  if (ended.length > 0)
    await tx
      .deleteFrom('deliveries')
      .where(
        'sequence',
        'in',
        ended.map(({ sequence }) => sequence),
      )
      // It may have been replayed since.
      .where('ended_at', '<', endedBeforeMs)
      .execute();
  const last = rows.at(-1);
  const isOver = rows.length < limit || Number(last?.created_at) >= endedBeforeMs;
  return { deleted: ended.length, next: isOver ? undefined : Number(last!.sequence) };
};

export const hasPendingOfChat = async (db: Handle, chatId: string): Promise<boolean> =>
  (await db
    .selectFrom('deliveries')
    .select('id')
    .where('chat_id', '=', chatId)
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst()) !== undefined;
