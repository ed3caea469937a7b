import type { Agent } from '../agents/index.ts';
import type { Database, Handle } from '../db/index.ts';
import { claimKey, type IdempotencyKey, onceInTransaction } from '../idempotency/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { isId, newId } from '../lib/ids.ts';
import {
  findCitations,
  findRoundDetail,
  findRoundStates,
  listMessages,
  listQa,
  type QaFilter,
} from '../rounds/index.ts';
import type { ConversationFilter } from './conversation-filter.ts';
import { createExport } from './export.ts';
import { listConversations } from './list-conversations.ts';
import { searchConversations } from './search-conversations.ts';
import { type ConversationRow, findConversation, insertConversation } from './store.ts';

interface NewConversation {
  agent: Agent;
  userId: string;
  channel: string;
  anonymousId?: string;
  /** Whom it belongs to in a channel's page. */
  visitorId?: string;
  /** Nobody vouches for the user_id. */
  isUserClaimed?: boolean;
}

interface Page {
  limit: number;
  offset: number;
}

const newRow = (input: NewConversation, nowMs: number): ConversationRow => ({
  id: newId(nowMs),
  workspace_id: input.agent.workspaceId,
  agent_id: input.agent.id,
  user_id: input.userId,
  anonymous_id: input.anonymousId ?? null,
  channel: input.channel,
  subject: '',
  message_count: 0,
  cost_nano: 0,
  recent_chat_at: nowMs,
  summary: '',
  summary_sequence: 0,
  created_at: nowMs,
  visitor_id: input.visitorId ?? null,
  user_claimed: input.isUserClaimed ? 1 : 0,
  human_version: 0,
  awaits_email: 0,
});

export const createConversations = ({ db, clock }: { db: Database; clock: Clock }) => ({
  /** Each call makes a new conversation, bound to (agent, user). */
  create: async ({
    idempotencyKey,
    ...input
  }: NewConversation & { idempotencyKey?: IdempotencyKey }): Promise<string> => {
    const nowMs = clock.nowMs();
    const row = newRow(input, nowMs);
    const id = idempotencyKey
      ? await onceInTransaction(db, idempotencyKey, async (tx) => {
          const earlier = await claimKey(tx, idempotencyKey, { roundId: null, response: row.id }, nowMs);
          if (!earlier) await insertConversation(tx, row);
          return earlier?.response ?? row.id;
        })
      : await insertConversation(db.query, row).then(() => row.id);
    await db.durable();
    return id;
  },

  /** The same as part of the caller's transaction. */
  createIn: async (tx: Handle, input: NewConversation): Promise<ConversationRow> => {
    const row = newRow(input, clock.nowMs());
    await insertConversation(tx, row);
    return row;
  },

  /** Nothing of another workspace is ever confirmed to exist; another agent of the same one is told apart. */
  require: async (agent: Agent, id: string): Promise<ConversationRow> => {
    const row = isId(id) ? await findConversation(db.query, id) : undefined;
    if (!row || row.workspace_id !== agent.workspaceId) throw new AppError('conversationNotFound');
    if (row.agent_id !== agent.id) throw new AppError('conversationMismatch');
    return row;
  },

  /** Those with at least one round, newest first, and how many there are over all pages. */
  list: (filter: ConversationFilter, page: Page) => listConversations(db, filter, page),
  /** By words of the subject or the user, newest first. */
  search: (agentId: string, words: string, limit: number) =>
    searchConversations(db.query, agentId, words, limit),
  /** Rounds as questions and answers, newest first. */
  listQa: (filter: QaFilter, page: Page) => listQa(db.query, filter, page),
  /** What was said in one conversation, oldest first. */
  messages: (conversationId: string, page: Page) => listMessages(db.query, conversationId, page),
  /** How rounds ended and what was thought of them, by their ids. */
  roundStates: (ids: readonly string[]) => findRoundStates(db.query, ids),
  /** What the answers of these rounds rest on, without the passages themselves. */
  citations: (roundIds: readonly string[]) => findCitations(db.query, roundIds),
  round: (agentId: string, id: string) => findRoundDetail(db.query, agentId, id),
  export: createExport({ db }),
});

export type Conversations = ReturnType<typeof createConversations>;
