import type { Agent } from '../agents/index.ts';
import type { Database, Handle } from '../db/index.ts';
import { claimKey, type IdempotencyKey, onceInTransaction } from '../idempotency/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { isId, newId } from '../lib/ids.ts';
import { type Log, silentLog } from '../lib/log.ts';
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
import { createInsertTogether } from './insert-together.ts';
import { createKnownConversations, type KnownConversation } from './known-conversations.ts';
import { listConversations } from './list-conversations.ts';
import { type ConversationSearch, createRunIndexer, searchConversations } from './search/index.ts';
import { type Conversation, findConversation, insertConversation } from './store.ts';
import { createViews } from './views/views.ts';

interface NewConversation {
  agent: Agent;
  userId: string;
  channel: string;
  anonymousId?: string;
  /** Owner of the conversation in a channel's page. */
  visitorId?: string;
  /** The user_id is not verified. */
  isUserClaimed?: boolean;
}

interface Page {
  limit: number;
  offset: number;
}

const newConversation = (input: NewConversation, nowMs: number): Conversation => ({
  id: newId(nowMs),
  workspaceId: input.agent.workspaceId,
  agentId: input.agent.id,
  userId: input.userId,
  anonymousId: input.anonymousId ?? null,
  channel: input.channel,
  subject: '',
  messageCount: 0,
  costNano: 0,
  recentChatAtMs: nowMs,
  summary: '',
  createdAtMs: nowMs,
  visitorId: input.visitorId ?? null,
  isUserClaimed: input.isUserClaimed === true,
  title: '',
  hiddenAtMs: null,
});

interface ConversationsDependencies {
  db: Database;
  clock: Clock;
  log?: Log;
}

export const createConversations = ({ db, clock, log = silentLog }: ConversationsDependencies) => {
  const insertTogether = createInsertTogether(db);
  const known = createKnownConversations();
  return {
    /** Creates a new conversation of (agent, user). */
    create: async ({
      idempotencyKey,
      ...input
    }: NewConversation & { idempotencyKey?: IdempotencyKey }): Promise<string> => {
      const nowMs = clock.nowMs();
      const made = newConversation(input, nowMs);
      const id = idempotencyKey
        ? await onceInTransaction(db, idempotencyKey, async (tx) => {
            const earlier = await claimKey(tx, idempotencyKey, { roundId: null, response: made.id }, nowMs);
            if (!earlier) await insertConversation(tx, made);
            return earlier?.response ?? made.id;
          })
        : await insertTogether(made).then(() => made.id);
      await db.durable();
      if (id === made.id) known.keep(made);
      return id;
    },

    /** The same in the caller's transaction. */
    createIn: async (tx: Handle, input: NewConversation): Promise<Conversation> => {
      const made = newConversation(input, clock.nowMs());
      await insertConversation(tx, made);
      return made;
    },

    /** A new conversation that `add` stores, in the transaction of its first round. */
    prepare: (input: NewConversation): Conversation => newConversation(input, clock.nowMs()),
    add: insertConversation,

    /** Conversations of another workspace count as not found. Another agent of the same workspace has its own error. */
    require: async (agent: Agent, id: string): Promise<Conversation> => {
      const found = isId(id) ? await findConversation(db.query, id) : undefined;
      if (found) known.keep(found);
      else known.forget(id);
      if (!found || found.workspaceId !== agent.workspaceId) throw new AppError('conversationNotFound');
      if (found.agentId !== agent.id) throw new AppError('conversationMismatch');
      return found;
    },
    /** The agent's conversation without asking the database, if this process knows it. It may have changed. */
    known: (agent: Agent, id: string): KnownConversation | undefined => {
      const found = known.find(id);
      return found?.agentId === agent.id ? found : undefined;
    },

    /** Conversations with at least one round, newest first, with the total over all pages. */
    list: (filter: ConversationFilter, page: Page) => listConversations(db.query, filter, page),
    /** Searches all messages, newest match first. */
    search: (search: ConversationSearch) => searchConversations(db.query, search),
    /** Keeps the index of the search up to date. */
    indexing: createRunIndexer({ db, log }),
    /** Rounds as questions and answers, newest first. */
    listQa: (filter: QaFilter, page: Page) => listQa(db.query, filter, page),
    /** The messages of one conversation, oldest first. */
    messages: (conversationId: string, page: Page) => listMessages(db.query, conversationId, page),
    /** Outcome and ratings of rounds, by their ids. */
    roundStates: (ids: readonly string[]) => findRoundStates(db.query, ids),
    /** The citations of these rounds, without the chunks' text. */
    citations: (roundIds: readonly string[]) => findCitations(db.query, roundIds),
    round: (agentId: string, id: string) => findRoundDetail(db.query, agentId, id),
    export: createExport({ db }),
    /** Saved filters. */
    views: createViews({ db, clock }),
  };
};

export type Conversations = ReturnType<typeof createConversations>;
