import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { decodeSteps, encodeSteps, reduceStep } from './trace-step.ts';

/** A place in the order of an agent's rounds. */
export interface RoundPlace {
  createdAtMs: number;
  id: string;
}

export interface OlderRounds {
  agentId: string;
  after: RoundPlace;
  beforeMs: number;
  limit: number;
}

/** Rounds of an agent after a place and before a time, oldest first. */
export const olderRoundsQuery = (db: Handle, { agentId, after, beforeMs, limit }: OlderRounds) =>
  db
    .selectFrom('rounds')
    .select(['id', 'created_at as createdAtMs', 'status'])
    .where('agent_id', '=', agentId)
    .where('created_at', '<', beforeMs)
    .where(sql<boolean>`(created_at, id) > (${after.createdAtMs}, ${after.id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);

/** The same up to the first one that is still running: it is not skipped. */
export const listOlderRounds = async (db: Handle, older: OlderRounds): Promise<RoundPlace[]> => {
  const rows = await olderRoundsQuery(db, older).execute();
  const running = rows.findIndex(({ status }) => status === 'running');
  return rows
    .slice(0, running === -1 ? undefined : running)
    .map(({ id, createdAtMs }) => ({ id, createdAtMs: Number(createdAtMs) }));
};

/**
 * Deletes how replies were made: texts and values of trace steps, errors of model servers, and the logs from which an
 * interrupted stream continues. Kinds, names, times, tokens and costs of the steps stay, because analytics count them.
 */
export const deleteDetails = async (tx: Handle, roundIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('round_events').where('round_id', 'in', roundIds).execute();
  await tx
    .updateTable('rounds')
    .set({ error_cause: null })
    .where('id', 'in', roundIds)
    .where('error_cause', 'is not', null)
    .execute();
  const traces = await tx.selectFrom('traces').selectAll().where('round_id', 'in', roundIds).execute();
  for (const { round_id, steps } of traces) {
    const reduced = encodeSteps(decodeSteps(steps).map(reduceStep));
    if (reduced !== steps)
      await tx.updateTable('traces').set({ steps: reduced }).where('round_id', '=', round_id).execute();
  }
};
