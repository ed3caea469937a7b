import { type Selectable, sql, type Updateable } from 'kysely';
import { dialectOf, type Handle, type Schema } from '../db/index.ts';

export type RetentionRow = Selectable<Schema['agent_retention']>;

/** Ten years. */
export const mostRetentionDays = 3650;

/** null: kept until somebody deletes it. */
export interface RetentionSettings {
  /** Days after the last activity of a conversation. */
  conversationDays: number | null;
  /** Days after a round, for the details of how it was answered. */
  traceDays: number | null;
  /** Days after a message, for its files. */
  fileDays: number | null;
}

/** What a run has deleted. */
export interface DeletedCounts {
  conversations: number;
  rounds: number;
  files: number;
  /** Rounds whose details were deleted. */
  traces: number;
  deliveries: number;
}

export const noneDeleted: DeletedCounts = { conversations: 0, rounds: 0, files: 0, traces: 0, deliveries: 0 };

const noneInRow = {
  deleted_conversations: 0,
  deleted_rounds: 0,
  deleted_files: 0,
  deleted_traces: 0,
  deleted_deliveries: 0,
};

export const deletedOf = (row: RetentionRow): DeletedCounts => ({
  conversations: row.deleted_conversations,
  rounds: row.deleted_rounds,
  files: row.deleted_files,
  traces: row.deleted_traces,
  deliveries: row.deleted_deliveries,
});

export const settingsOf = (row: RetentionRow): RetentionSettings => ({
  conversationDays: row.conversation_days,
  traceDays: row.trace_days,
  fileDays: row.file_days,
});

export const findRetention = (db: Handle, agentId: string): Promise<RetentionRow | undefined> =>
  db.selectFrom('agent_retention').selectAll().where('agent_id', '=', agentId).executeTakeFirst();

/** A change of the settings waits for the transaction: after it nothing is deleted by the earlier ones. */
export const lockRetention = (tx: Handle, agentId: string): Promise<RetentionRow | undefined> =>
  tx
    .selectFrom('agent_retention')
    .selectAll()
    .where('agent_id', '=', agentId)
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();

export const saveRetention = async (
  tx: Handle,
  agent: { id: string; workspaceId: string },
  { conversationDays, traceDays, fileDays }: RetentionSettings,
  nowMs: number,
): Promise<void> => {
  const settings = {
    conversation_days: conversationDays,
    trace_days: traceDays,
    file_days: fileDays,
    updated_at: nowMs,
  };
  await tx
    .insertInto('agent_retention')
    .values({
      agent_id: agent.id,
      workspace_id: agent.workspaceId,
      ...settings,
      traces_until: 0,
      traces_until_id: '',
      files_until: 0,
      files_until_id: '',
      people_files_until: 0,
      run_started_at: null,
      run_ended_at: null,
      ...noneInRow,
    })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(settings))
    .execute();
};

/** The settings for another agent, such as a copy of the first. */
export const copyRetention = async (
  tx: Handle,
  { from, to, nowMs }: { from: string; to: { id: string; workspaceId: string }; nowMs: number },
): Promise<void> => {
  const row = await findRetention(tx, from);
  if (row) await saveRetention(tx, to, settingsOf(row), nowMs);
};

/** Agents with a limit, also deleted ones: their data can still be read. */
export const listLimitedAgents = (db: Handle, { afterId, limit }: { afterId: string; limit: number }) =>
  db
    .selectFrom('agent_retention')
    .select(['agent_id as agentId', 'workspace_id as workspaceId'])
    .where('agent_id', '>', afterId)
    .where((eb) =>
      eb.or(
        (['conversation_days', 'trace_days', 'file_days'] as const).map((days) => eb(days, 'is not', null)),
      ),
    )
    .orderBy('agent_id')
    .limit(limit)
    .execute();

export const startRun = async (tx: Handle, agentId: string, nowMs: number): Promise<void> => {
  await tx
    .updateTable('agent_retention')
    .set({ run_started_at: nowMs, run_ended_at: null, ...noneInRow })
    .where('agent_id', '=', agentId)
    .execute();
};

type Progress = Pick<
  Updateable<Schema['agent_retention']>,
  'traces_until' | 'traces_until_id' | 'files_until' | 'files_until_id' | 'people_files_until'
>;

export const saveProgress = async (tx: Handle, agentId: string, progress: Progress): Promise<void> => {
  await tx.updateTable('agent_retention').set(progress).where('agent_id', '=', agentId).execute();
};

export const addDeleted = async (tx: Handle, agentId: string, counts: DeletedCounts): Promise<void> => {
  await tx
    .updateTable('agent_retention')
    .set({
      deleted_conversations: sql`deleted_conversations + ${counts.conversations}`,
      deleted_rounds: sql`deleted_rounds + ${counts.rounds}`,
      deleted_files: sql`deleted_files + ${counts.files}`,
      deleted_traces: sql`deleted_traces + ${counts.traces}`,
      deleted_deliveries: sql`deleted_deliveries + ${counts.deliveries}`,
    })
    .where('agent_id', '=', agentId)
    .execute();
};

export const endRun = async (tx: Handle, agentId: string, nowMs: number): Promise<void> => {
  await tx
    .updateTable('agent_retention')
    .set({ run_ended_at: nowMs })
    .where('agent_id', '=', agentId)
    .execute();
};
