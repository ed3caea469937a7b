import { type Agent, completeSettings } from '../../../src/agents/index.ts';
import type { Database } from '../../../src/db/index.ts';
import type { JobContext, JobHandler } from '../../../src/jobs/index.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createMemory, type Memory } from '../../../src/memory/index.ts';
import type { SeededConversation, SeededRound } from './seed-conversation.ts';

type MemoryOptions = Partial<Parameters<typeof createMemory>[0]>;

/** Memory whose jobs run when the test says so. */
export const openMemory = (db: Database, options: MemoryOptions = {}) => {
  const enqueued = new Map<string, unknown>();
  let handler: JobHandler<unknown> | undefined;
  const warnings: string[] = [];
  const memory = createMemory({
    db,
    clock: systemClock,
    log: { warn: (_, message) => void warnings.push(message) },
    jobs: {
      define: (_, defined) => {
        handler = defined as JobHandler<unknown>;
      },
      enqueue: async (_tx, _queue, payload, given) => {
        enqueued.set(given?.id ?? '', payload);
        return '';
      },
    },
    ...options,
  });
  const context = { signal: new AbortController().signal, heartbeat: async () => true } as JobContext;
  const distil = async (conversationId: string, keepTokens = 0, summaryTokens = 200): Promise<void> =>
    handler!({ conversationId, keepTokens, summaryTokens }, context);
  /** Runs the enqueued jobs and returns their number. */
  const runJobs = async (): Promise<number> => {
    const payloads = [...enqueued.values()];
    enqueued.clear();
    for (const payload of payloads) await handler!(payload, context);
    return payloads.length;
  };
  return { memory, distil, runJobs, warnings };
};

export const recallFor = (
  memory: Memory,
  { agentId, conversationId, userId }: SeededConversation,
  query: string,
  options: {
    scope?: 'conversation' | 'user';
    olderThanSequence?: number;
    limit?: number;
    wholeFiles?: number[];
  } = {},
) =>
  memory.recall({
    agentId,
    conversationId,
    userId,
    scope: 'conversation',
    query,
    olderThanSequence: 1000,
    limit: 5,
    signal: new AbortController().signal,
    ...options,
  });

export const subjects = [
  'bicycle',
  'volcano',
  'sandwich',
  'trumpet',
  'lighthouse',
  'penguin',
  'library',
  'carpet',
];
export const subjectRounds: SeededRound[] = subjects.map((subject, index) => ({
  question: `What do you know about the ${subject}?`,
  answer: `The ${subject} is described on shelf ${index + 1}.`,
}));

export const agentOf = ({ agentId, workspaceId }: SeededConversation, memory: object): Agent => ({
  id: agentId,
  workspaceId,
  name: 'Agent',
  kind: 'simple',
  apiEnabled: true,
  settings: completeSettings({ memory }),
  version: 1,
  publishedVersion: 1,
  draftsEnabled: false,
  draftVersion: null,
  createdAtMs: 1,
  updatedAtMs: 1,
  deleted: false,
});
