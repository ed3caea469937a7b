import type { Agent } from '../agents/index.ts';
import { setSummary } from '../conversations/index.ts';
import { type AlsoIn, afterCommit, type Database, type Handle } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { termsOf } from '../models/embedded/terms.ts';
import { createDistil, type DistilPayload, type Summarise } from './distil/distil.ts';
import { isDistillingDue } from './distil/distil-due.ts';
import { insertMemories } from './distil/distil-store.ts';
import { createEmbedMemories } from './distil/embed-memories.ts';
import { forgetInSummary } from './distil/extend-summary.ts';
import type { MadeMemory } from './distil/make-memories.ts';
import { makeFileMemories } from './file-memories.ts';
import type { FileText } from './file-texts.ts';
import {
  deleteConversationMemories,
  deleteMemoriesSince,
  deleteMemory,
  deleteUserMemories,
  findSummary,
  listMemories,
  type MemoryFilter,
  moveUserMemories,
} from './manage-store.ts';
import { createRecall } from './recall/recall.ts';
import { createShortTerm, type ShortTerm, type ShortTermInput } from './short-term/short-term.ts';
import { createWindowCache } from './short-term/window-cache.ts';
import { isRemembered, readWindowState } from './short-term/window-store.ts';
import type { MemoryEmbedders } from './vectors.ts';

interface MemoryDependencies {
  db: Database;
  clock: Clock;
  jobs: Pick<Jobs, 'define' | 'enqueue'>;
  log: { warn(fields: object, message: string): void };
  /** Index terms of a text. Must be the function that made the stored ones. */
  analyse?: (text: string) => string[];
  /** If absent, recall uses words only. */
  embedders?: MemoryEmbedders;
  embedTimeoutMs?: number;
  /** If absent, summaries consist of sentences of the dialogue. */
  summarise?: Summarise;
}

interface EndedRound {
  agent: Agent;
  conversationId: string;
  sequence: number;
  /** As stored: added to the cache, so that the next round does not read it. */
  ended: {
    id: string;
    status: string;
    question: string;
    answer: string;
    /** As `joinFiles` makes it, and as stored. */
    files: string;
    human_session_id: string | null;
    createdAtMs: number;
  };
  userId: string;
  /** The result of `readFiles`. */
  fileMemories: readonly MadeMemory[];
}

const queue = 'memory-distil';
const mostSummaryTokens = 400;
const dueRemembered = 10_000;
/** If the window did not ask for distilling, a job runs once in this many rounds. */
const roundsBetweenLooks = 16;
/** Delay of distilling for memory shared between conversations, so that it does not run after each round. */
const userScopeDelayMs = 30_000;

export const createMemory = (deps: MemoryDependencies) => {
  const { db, clock, jobs, log, analyse = termsOf, embedders } = deps;
  const windows = createWindowCache();
  const readWindow = createShortTerm({ db, cache: windows });
  const recall = createRecall({ db, analyse, embedders, embedTimeoutMs: deps.embedTimeoutMs, log });
  const distil = createDistil({ db, shortTerm: readWindow, analyse, summarise: deps.summarise, log });
  const embed = embedders && createEmbedMemories({ db, embedders, log });
  /** Conversations of this process whose window needed distilling when their round was prepared. */
  const due = new Set<string>();

  jobs.define<DistilPayload>(
    queue,
    async (payload, { workspaceId, signal, heartbeat }) => {
      await distil(payload, signal, heartbeat);
      faultPoint('memory-distilled');
      await heartbeat();
      await embed?.(payload.conversationId, signal, { workspaceId: workspaceId ?? '', userId: '' });
    },
    { concurrency: 1, leaseMs: 120_000, maxAttempts: 5, retryDelayMs: (attempt) => attempt * 10_000 },
  );

  const shortTerm = async (input: ShortTermInput): Promise<ShortTerm> => {
    const window = await readWindow(input);
    if (input.budgetTokens > 0 && isDistillingDue(window, input.budgetTokens)) {
      if (due.size >= dueRemembered) due.delete(due.values().next().value!);
      due.add(input.conversationId);
    }
    return window;
  };

  /** Part of the transaction that ends a round. May enqueue a job, but does no distilling itself. */
  /** Whether `afterRound` stores anything. */
  const storesAfter = ({
    agent,
    conversationId,
    sequence,
    fileMemories,
  }: Pick<EndedRound, 'agent' | 'conversationId' | 'sequence' | 'fileMemories'>): boolean => {
    const { memory } = agent.settings;
    if (!memory.shortTerm && !memory.longTerm) return false;
    const isShared = memory.longTerm && memory.longTermScope === 'user';
    const isDue = due.has(conversationId) || isShared || sequence % roundsBetweenLooks === 0;
    return isDue || fileMemories.length > 0;
  };

  const afterRound = async (
    tx: Handle,
    { agent, conversationId, sequence, userId, ended, fileMemories }: EndedRound,
  ): Promise<void> => {
    const { id, question, answer, files, createdAtMs } = ended;
    const isKept = isRemembered(ended);
    const row = isKept ? { id, sequence, question, answer, files } : undefined;
    afterCommit(tx, () => windows.add(conversationId, sequence, row));
    const { memory } = agent.settings;
    const wasDue = due.delete(conversationId);
    if (!memory.shortTerm && !memory.longTerm) return;
    const owner = { agentId: agent.id, userId, conversationId };
    const hasFiles = isKept && fileMemories.length > 0;
    if (hasFiles)
      await insertMemories(
        tx,
        owner,
        fileMemories.map((memory) => ({ ...memory, sequence, createdAtMs })),
      );
    const isShared = memory.longTerm && memory.longTermScope === 'user';
    const isDue = wasDue || isShared || sequence % roundsBetweenLooks === 0;
    if (!isDue && !hasFiles) return;
    const payload: DistilPayload = {
      conversationId,
      keepTokens: isShared ? 0 : Math.floor(memory.shortTermTokens / 2),
      summaryTokens: Math.min(mostSummaryTokens, Math.ceil(memory.shortTermTokens / 4)),
    };
    const { workspaceId } = agent;
    // Embeds the passages of files. With its own id, because a running job may be past them already.
    if (hasFiles) await jobs.enqueue(tx, queue, payload, { id: `${queue}-${id}`, workspaceId });
    if (!isDue) return;
    await jobs.enqueue(tx, queue, payload, {
      // One job per conversation: a second one would find nothing to do.
      id: `${queue}-${conversationId}`,
      workspaceId,
      ...(isShared && !wasDue ? { runAtMs: clock.nowMs() + userScopeDelayMs } : {}),
    });
  };

  /** False if the agent has no such memory. */
  const remove = (agentId: string, id: string, alsoIn?: AlsoIn): Promise<boolean> =>
    db.transaction(async (tx) => {
      const removed = await deleteMemory(tx, agentId, id);
      if (!removed) return false;
      const summary = await findSummary(tx, removed.conversation_id);
      if (summary !== '')
        await setSummary(tx, removed.conversation_id, forgetInSummary(summary, removed.text));
      await alsoIn?.(tx);
      return true;
    });

  return {
    shortTerm,
    windowState: (conversationId: string) => readWindowState(db.query, conversationId),
    recall,
    /** Makes the memories that `afterRound` stores of a round's files. Slow, so not part of a transaction. */
    readFiles: (files: readonly FileText[]): Promise<MadeMemory[]> => makeFileMemories(files, analyse),
    storesAfter,
    afterRound,
    list: (filter: MemoryFilter, page: { offset: number; limit: number }) =>
      listMemories(db.query, filter, page),
    remove,
    removeConversation: async (tx: Handle, conversationId: string): Promise<void> => {
      await deleteConversationMemories(tx, conversationId);
      // Only after the commit: until then another request may read them into the cache.
      afterCommit(tx, () => windows.forget(conversationId));
    },
    /** The rounds from this one on were replaced. The caller increases the human version. */
    removeSince: deleteMemoriesSince,
    removeUser: async (tx: Handle, agentId: string, userId: string): Promise<void> => {
      await deleteUserMemories(tx, agentId, userId);
      afterCommit(tx, () => windows.clear());
    },
    moveUser: moveUserMemories,
  };
};

export type Memory = ReturnType<typeof createMemory>;
