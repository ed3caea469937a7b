import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Agent, createAgents } from '../../../src/agents/index.ts';
import type { Database } from '../../../src/db/index.ts';
import { createJobs } from '../../../src/jobs/index.ts';
import { createDefaultBase } from '../../../src/knowledge/documents/knowledge-base-store.ts';
import { createKnowledge, type Embedders, type Knowledge } from '../../../src/knowledge/index.ts';
import { type Clock, systemClock } from '../../../src/lib/clock.ts';
import { newId } from '../../../src/lib/ids.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { createSafeFetch } from '../../../src/lib/safe-fetch/index.ts';
import { type Recognition, RecognitionError } from '../../../src/recognition/index.ts';
import { openFiles } from '../files/open-files.ts';
import { shareKnowledgeThreads } from '../service/shared-workers.ts';
import { testEncryption } from '../service/test-encryption.ts';
import { wordEmbedders } from './word-embedders.ts';

/** Reads every file as UTF-8, in this process. */
export const plainRecognition: Pick<Recognition, 'recognise'> = {
  recognise: async ({ source }) => {
    const text = 'bytes' in source ? Buffer.from(source.bytes).toString('utf8') : '';
    if (text.startsWith('DAMAGED')) throw new RecognitionError('damaged');
    const rows = text.split('\n').map((line) => line.split(','));
    return { kind: 'markdown', format: 'md', markdown: text, sheets: [{ name: '', rows }], warnings: [] };
  },
};

interface KnowledgeOptions {
  embedders?: Embedders;
  recognition?: Pick<Recognition, 'recognise' | 'isPlainText'>;
  clock?: Clock;
  rerankers?: Parameters<typeof createKnowledge>[0]['rerankers'];
  /** Id of a process to take over. By default a new one. */
  folder?: string;
  start?: boolean;
  sourceFolders?: readonly string[];
}

export interface TestKnowledge {
  knowledge: Knowledge;
  jobs: ReturnType<typeof createJobs>;
  files: ReturnType<typeof openFiles>;
  newAgent(settings?: unknown): Promise<Agent>;
  /** Adds texts and waits until no work is left. Returns their ids in order. */
  add(agent: Agent, texts: readonly string[], more?: { knowledgeBaseId?: string }): Promise<string[]>;
  update(agent: Agent, documentId: string, text: string): Promise<void>;
  /** Waits until no work is left, including jobs of other processes. Postponed jobs do not count. */
  settle(): Promise<void>;
  folder: string;
  stop(): Promise<void>;
  close(): Promise<void>;
}

const cutting = { chunkTokens: 200, splitter: '', headerRows: 1 };

/** The knowledge module on a database, with its jobs and a fast embedding model. */
export const openKnowledge = async (
  db: Database,
  {
    embedders = wordEmbedders(),
    recognition = plainRecognition,
    clock = systemClock,
    rerankers = {},
    folder = mkdtempSync(join(tmpdir(), 'frontdesk-knowledge-')),
    start = true,
    sourceFolders = [],
  }: KnowledgeOptions = {},
): Promise<TestKnowledge> => {
  const jobs = createJobs({ db, clock, log: silentLog, pollMs: 50 });
  const agents = createAgents({ db, clock, encryption: testEncryption, createDefaultBase });
  const safeFetch = createSafeFetch({ allow: ['127.0.0.1', 'manuals.localhost'] });
  const files = openFiles({ db, clock, folder: join(folder, 'files') });
  const knowledge = createKnowledge({
    db,
    clock,
    log: silentLog,
    jobs,
    agents,
    files,
    fetch: safeFetch,
    encryption: testEncryption,
    recognition,
    embedders,
    rerankers,
    sourceFolders,
    uploadFolder: join(folder, 'uploads'),
    indexFolder: join(folder, 'search-index'),
    threads: shareKnowledgeThreads(),
  });
  if (start) {
    await jobs.start();
    await knowledge.start();
  }
  const stop = async (): Promise<void> => {
    await jobs.stop({ graceMs: 0 });
    await knowledge.close();
    await safeFetch.close();
  };
  const settle = async (): Promise<void> => {
    for (;;) {
      await jobs.idle();
      const due = await db.query
        .selectFrom('jobs')
        .select('id')
        .where('run_at', '<=', clock.nowMs())
        .executeTakeFirst();
      if (!due) return;
      // All of the above may complete in one tick, and the runner starts with a timer.
      await delay(5);
    }
  };
  return {
    knowledge,
    jobs,
    files,
    settle,
    folder,
    newAgent: async (settings) => {
      const workspaceId = newId();
      await db.query
        .insertInto('workspaces')
        .values({ id: workspaceId, name: 'Test', balance_nano: null, reserved_nano: 0, created_at: 1 })
        .execute();
      return agents.create(db.query, { workspaceId, name: 'Agent', settings });
    },
    add: async (agent, texts, { knowledgeBaseId } = {}) => {
      const { documents } = await knowledge.documents.add({
        agent,
        creator: { id: 'tester', email: '' },
        knowledgeBaseId,
        kind: 'text',
        files: texts.map((text, index) => ({
          name: `${index}.txt`,
          sourceUrl: '',
          source: { bytes: Buffer.from(text) },
        })),
        cutting,
        idempotencyKey: undefined,
      });
      await settle();
      return documents.map(({ id }) => id);
    },
    update: async (agent, documentId, text) => {
      const source = { bytes: Buffer.from(text) };
      const files = [{ documentId, sourceUrl: undefined, source }];
      await knowledge.documents.update({ agent, kind: 'text', files, cutting });
    },
    stop,
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A search as vector match makes it. */
export const find = async (
  { knowledge }: Pick<TestKnowledge, 'knowledge'>,
  agent: Agent,
  query: string,
  more: Partial<Parameters<Knowledge['retrieval']['match']>[0]> = {},
) => {
  const { chunks } = await knowledge.retrieval.match({
    agentId: agent.id,
    query,
    scope: {},
    rate: 0.5,
    topK: 50,
    onFailure: 'throw',
    signal: new AbortController().signal,
    ...more,
  });
  return chunks;
};
