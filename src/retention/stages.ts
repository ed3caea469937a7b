import { type DatabaseKind, dialectOf, type Handle } from '../db/index.ts';
import type { Erasure } from '../erasure/index.ts';
import { markFilesOfPeopleRemoved } from '../handoff/index.ts';
import { deleteDetails, listOlderRounds, markFilesRemoved } from '../rounds/index.ts';
import { deleteEndedOfAgent } from '../webhooks/index.ts';
import { type DeletedCounts, type RetentionRow, saveProgress } from './retention-store.ts';

export const dayMs = 24 * 60 * 60 * 1000;

export interface BatchResult {
  deleted: Partial<DeletedCounts>;
  /** Files whose rows are deleted. Their contents are removed after the commit. */
  fileIds?: readonly string[];
  /** Where the next batch continues. Undefined: nothing is left. */
  next: unknown;
}

interface Batch {
  row: RetentionRow;
  nowMs: number;
  /** `next` of the previous batch of this attempt. */
  after: unknown;
}

/** One kind of data. Deletes a batch in the transaction of the caller, who has locked the row of the agent. */
export type Stage = (tx: Handle, batch: Batch) => Promise<BatchResult>;

export interface StageDependencies {
  erasure: Pick<Erasure, 'expireConversations' | 'deleteFileRows'>;
}

/** Of one transaction. On SQLite all other writers wait for it. */
const limits: Record<DatabaseKind, { conversations: number; rounds: number }> = {
  sqlite: { conversations: 25, rounds: 100 },
  postgres: { conversations: 100, rounds: 500 },
};

const nothing: BatchResult = { deleted: {}, next: undefined };

export const createStages = ({
  erasure: { expireConversations, deleteFileRows },
}: StageDependencies): Stage[] => {
  const conversations =
    (kind: 'used' | 'unused'): Stage =>
    async (tx, { row, nowMs, after }) => {
      if (row.conversation_days === null) return nothing;
      const { erased, fileIds, next } = await expireConversations(tx, {
        agentId: row.agent_id,
        workspaceId: row.workspace_id,
        beforeMs: nowMs - row.conversation_days * dayMs,
        kind,
        after: after as Awaited<ReturnType<Erasure['expireConversations']>>['next'],
        limit: limits[dialectOf(tx)].conversations,
        mostRounds: limits[dialectOf(tx)].rounds,
      });
      return { deleted: erased, fileIds, next };
    };

  const details: Stage = async (tx, { row, nowMs }) => {
    if (row.trace_days === null) return nothing;
    const places = await listOlderRounds(tx, {
      agentId: row.agent_id,
      after: { createdAtMs: row.traces_until, id: row.traces_until_id },
      beforeMs: nowMs - row.trace_days * dayMs,
      limit: limits[dialectOf(tx)].rounds,
    });
    const next = places.at(-1);
    if (!next) return nothing;
    await deleteDetails(
      tx,
      places.map(({ id }) => id),
    );
    await saveProgress(tx, row.agent_id, { traces_until: next.createdAtMs, traces_until_id: next.id });
    return { deleted: { traces: places.length }, next };
  };

  const deliveries: Stage = async (tx, { row, nowMs, after }) => {
    if (row.trace_days === null) return nothing;
    const { deleted, next } = await deleteEndedOfAgent(tx, {
      agentId: row.agent_id,
      endedBeforeMs: nowMs - row.trace_days * dayMs,
      after: (after as number | undefined) ?? 0,
      limit: limits[dialectOf(tx)].rounds,
    });
    return { deleted: { deliveries: deleted }, next };
  };

  const files: Stage = async (tx, { row, nowMs }) => {
    if (row.file_days === null) return nothing;
    const places = await listOlderRounds(tx, {
      agentId: row.agent_id,
      after: { createdAtMs: row.files_until, id: row.files_until_id },
      beforeMs: nowMs - row.file_days * dayMs,
      limit: limits[dialectOf(tx)].rounds,
    });
    const next = places.at(-1);
    if (!next) return nothing;
    const fileIds = await markFilesRemoved(
      tx,
      places.map(({ id }) => id),
      row.file_days,
    );
    await deleteFileRows(tx, fileIds);
    await saveProgress(tx, row.agent_id, { files_until: next.createdAtMs, files_until_id: next.id });
    return { deleted: { files: fileIds.length }, fileIds, next };
  };

  const filesOfPeople: Stage = async (tx, { row, nowMs }) => {
    if (row.file_days === null) return nothing;
    const { fileIds, next } = await markFilesOfPeopleRemoved(tx, row.file_days, {
      agentId: row.agent_id,
      after: row.people_files_until,
      beforeMs: nowMs - row.file_days * dayMs,
      limit: limits[dialectOf(tx)].rounds,
    });
    if (next === undefined) return nothing;
    await deleteFileRows(tx, fileIds);
    await saveProgress(tx, row.agent_id, { people_files_until: next });
    return { deleted: { files: fileIds.length }, fileIds, next };
  };

  // Conversations first: what is deleted with them needs no work of its own.
  return [conversations('used'), conversations('unused'), details, deliveries, files, filesOfPeople];
};
