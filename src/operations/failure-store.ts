import { type Selectable, sql } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';
import { testRunChannel } from '../lib/test-chat-channel.ts';

/** A failure of any kind. */
export interface Failure {
  kind: 'round' | 'document' | 'delivery' | 'job';
  id: string;
  agentId: string | null;
  conversationId: string | null;
  /** The question, the document's name, a description of the delivery, or the job's queue. */
  title: string;
  /** Only for deliveries. */
  deliveryKind: string | null;
  deliveryTarget: Selectable<Schema['deliveries']>['target'] | null;
  reason: string;
  atMs: number;
}

export interface FailureQuery {
  workspaceId: string;
  /** Inclusive. */
  fromMs: number;
  /** Exclusive. */
  beforeMs: number;
  limit: number;
}

export type ListFailures = (db: Handle, asked: FailureQuery) => Promise<Failure[]>;

const noDelivery = { deliveryKind: null, deliveryTarget: null };

const failedRounds: ListFailures = async (db, { workspaceId, fromMs, beforeMs, limit }) => {
  const rows = await db
    .selectFrom('rounds')
    .select([
      'id',
      'agent_id',
      'conversation_id',
      'question_text',
      'error_message',
      'error_cause',
      'created_at',
    ])
    .where('workspace_id', '=', workspaceId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('conversations')
            .select('conversations.id')
            .whereRef('conversations.id', '=', 'rounds.conversation_id')
            .where('conversations.channel', '=', testRunChannel),
        ),
      ),
    )
    // Written as a literal here and below, because SQLite uses a partial index only for a visible condition.
    .where(sql<boolean>`status = 'failed'`)
    .where('created_at', '>=', fromMs)
    .where('created_at', '<', beforeMs)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    kind: 'round',
    id: row.id,
    agentId: row.agent_id,
    conversationId: row.conversation_id,
    title: row.question_text,
    ...noDelivery,
    reason: row.error_cause ?? row.error_message ?? '',
    atMs: row.created_at,
  }));
};

const failedDocuments: ListFailures = async (db, { workspaceId, fromMs, beforeMs, limit }) => {
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'agent_id', 'name', 'fail_reason', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`status = 'FAILED'`)
    .where('updated_at', '>=', fromMs)
    .where('updated_at', '<', beforeMs)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    kind: 'document',
    id: row.id,
    agentId: row.agent_id,
    conversationId: null,
    title: row.name,
    ...noDelivery,
    reason: row.fail_reason ?? '',
    atMs: row.updated_at,
  }));
};

const targetNames = {
  message: 'webhook',
  human_service: 'human service',
  channel: 'messaging platform',
} as const;

const deadDeliveries: ListFailures = async (db, { workspaceId, fromMs, beforeMs, limit }) => {
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'agent_id', 'conversation_id', 'kind', 'target', 'error', 'ended_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`status = 'dead'`)
    .where('ended_at', '>=', fromMs)
    .where('ended_at', '<', beforeMs)
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    kind: 'delivery',
    id: row.id,
    agentId: row.agent_id,
    conversationId: row.conversation_id,
    title: `${row.kind} to the ${targetNames[row.target]}`,
    deliveryKind: row.kind,
    deliveryTarget: row.target,
    reason: row.error ?? '',
    atMs: row.ended_at ?? 0,
  }));
};

const failedJobs: ListFailures = async (db, { workspaceId, fromMs, beforeMs, limit }) => {
  const rows = await db
    .selectFrom('failed_jobs')
    .select(['id', 'queue', 'error', 'failed_at'])
    .where('workspace_id', '=', workspaceId)
    .where('failed_at', '>=', fromMs)
    .where('failed_at', '<', beforeMs)
    .orderBy('failed_at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    kind: 'job',
    id: row.id,
    agentId: null,
    conversationId: null,
    title: row.queue,
    ...noDelivery,
    reason: row.error,
    atMs: row.failed_at,
  }));
};

export const failureLists: readonly ListFailures[] = [
  failedRounds,
  failedDocuments,
  deadDeliveries,
  failedJobs,
];
