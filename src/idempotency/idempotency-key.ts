import { createHash } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Handle } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';

/** A key belongs to one agent and one endpoint. Another body with the same key is an error of the caller. */
export interface IdempotencyKey {
  agentId: string;
  endpoint: string;
  key: string;
  bodySha256: string;
}

export interface KeyResult {
  /** The round of the first call, for messages. */
  roundId: string | null;
  /** JSON of the first call's response, for everything else. */
  response: string | null;
}

export const keptMs = 24 * 60 * 60 * 1000;

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((name) => [name, canonical((value as Record<string, unknown>)[name])]),
    );
  return value;
};

/** Bodies are compared as JSON: the order of names and white space do not matter. */
export const hashBody = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(body)) ?? '')
    .digest('hex');

/**
 * Claims the key in the transaction that stores its result, so that a request that is rejected before anything
 * is stored leaves the key free. Undefined: the key is claimed. Otherwise the result of the first call.
 */
export const claimKey = async (
  tx: Handle,
  key: IdempotencyKey,
  result: KeyResult,
  nowMs: number,
): Promise<KeyResult | undefined> => {
  const where = { agent_id: key.agentId, endpoint: key.endpoint, key: key.key };
  await tx
    .deleteFrom('idempotency_keys')
    .where('agent_id', '=', key.agentId)
    .where('endpoint', '=', key.endpoint)
    .where('key', '=', key.key)
    .where('created_at', '<', nowMs - keptMs)
    .execute();
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({
      ...where,
      body_sha256: key.bodySha256,
      round_id: result.roundId,
      response: result.response,
      created_at: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted ? undefined : findKey(tx, key, nowMs);
};

/** Result of an earlier call with this key, if any. */
export const findKey = async (
  db: Handle,
  key: IdempotencyKey,
  nowMs: number,
): Promise<KeyResult | undefined> => {
  const row = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('agent_id', '=', key.agentId)
    .where('endpoint', '=', key.endpoint)
    .where('key', '=', key.key)
    .where('created_at', '>=', nowMs - keptMs)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.body_sha256 !== key.bodySha256)
    throw new AppError('invalidParameter', 'Idempotency-Key was already used with another request body');
  return { roundId: row.round_id, response: row.response };
};

const sweptAtOnce = 500;

/** In small batches, because a long statement blocks SQLite. Returns the count. */
export const sweepKeys = async (db: Handle, nowMs: number): Promise<number> => {
  for (let removed = 0; ; ) {
    const rows = await db
      .selectFrom('idempotency_keys')
      .select(['agent_id', 'endpoint', 'key'])
      .where('created_at', '<', nowMs - keptMs)
      .orderBy('created_at')
      .limit(sweptAtOnce)
      .execute();
    for (const { agent_id, endpoint, key } of rows)
      await db
        .deleteFrom('idempotency_keys')
        .where('agent_id', '=', agent_id)
        .where('endpoint', '=', endpoint)
        .where('key', '=', key)
        // Claimed again since it was read.
        .where('created_at', '<', nowMs - keptMs)
        .execute();
    removed += rows.length;
    if (rows.length < sweptAtOnce) return removed;
    await nextTick();
  }
};

/** Keys of the calls that created the conversation and its rounds: repeated calls would return erased data. */
export const deleteKeysOfConversations = async (
  tx: Handle,
  agentId: string,
  conversationIds: readonly string[],
): Promise<void> => {
  await tx
    .deleteFrom('idempotency_keys')
    .where('agent_id', '=', agentId)
    .where((eb) =>
      eb.or([
        eb('response', 'in', conversationIds),
        eb(
          'round_id',
          'in',
          eb.selectFrom('rounds').select('rounds.id').where('conversation_id', 'in', conversationIds),
        ),
      ]),
    )
    .execute();
};
