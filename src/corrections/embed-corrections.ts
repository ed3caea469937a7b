import type { Database, Handle } from '../db/index.ts';
import type { JobContext, Jobs } from '../jobs/index.ts';
import type { Embedders } from '../knowledge/index.ts';
import type { FairOwner } from '../lib/fair-queue.ts';
import type { Log } from '../lib/log.ts';
import type { CorrectionRow } from './correction.ts';
import { listAgentsToEmbed, listToEmbed, nextState, storeVector } from './correction-store.ts';

const queue = 'corrections-embed';
const questionsAtOnce = 32;
/** A person waits for it. Later the job embeds the question. */
const inlineTimeoutMs = 5_000;

type EmbeddedQuestion = Pick<CorrectionRow, 'model' | 'vector' | 'confidence'>;

interface EmbedDependencies {
  db: Database;
  jobs: Pick<Jobs, 'define' | 'enqueue'>;
  log: Log;
  embedders: Embedders;
  /** The agent's corrections got vectors. */
  onChanged(agentId: string): void;
}

interface EmbedJob {
  agentId: string;
}

const notEmbedded: EmbeddedQuestion = { model: null, vector: null, confidence: null };

/**
 * Vectors of corrected questions. Until a question has one, it is compared by words. A job embeds imported questions, and
 * all again after a change of the embedding model.
 */
export const createEmbedCorrections = ({ db, jobs, log, embedders, onChanged }: EmbedDependencies) => {
  const models = embedders.all.map(({ modelId }) => modelId);

  /** Questions are compared with questions, so they are embedded as such, also in the background. */
  const embed = async (
    question: string,
    signal: AbortSignal,
    owner: FairOwner,
  ): Promise<EmbeddedQuestion> => {
    const embedder = embedders.for(question);
    const [vector] = await embedder.embed([question], 'query', signal, owner);
    if (!vector) throw new Error(`The embedding model ${embedder.modelId} answered without a vector`);
    const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
    return {
      model: embedder.modelId,
      vector: new Uint8Array(bytes),
      confidence: embedder.confidence?.(question) ?? 1,
    };
  };

  /**
   * Ends the job if nothing is left. A change that adds work takes the same lock before it enqueues the job, so either
   * this finds its work, or it finds no job.
   */
  const isComplete = (agentId: string, { completeIn }: JobContext): Promise<boolean> =>
    db.transaction(async (tx) => {
      await nextState(tx, agentId, 0);
      if ((await listToEmbed(tx, agentId, { models, limit: 1 })).length > 0) return false;
      await completeIn(tx);
      return true;
    });

  jobs.define<EmbedJob>(
    queue,
    async ({ agentId }, context) => {
      const owner = { workspaceId: context.workspaceId ?? '', userId: '' };
      while (!(await isComplete(agentId, context))) {
        const some = await listToEmbed(db.query, agentId, { models, limit: questionsAtOnce });
        const vectors: EmbeddedQuestion[] = [];
        for (const { question } of some) vectors.push(await embed(question, context.signal, owner));
        await db.transaction(async (tx) => {
          const { revision } = await nextState(tx, agentId, 0);
          for (const [index, one] of some.entries())
            await storeVector(tx, one, { ...vectors[index]!, revision });
        });
        onChanged(agentId);
        await context.heartbeat();
      }
    },
    { concurrency: 1, leaseMs: 120_000, maxAttempts: 20, retryDelayMs: (failures) => failures * 10_000 },
  );

  /** After `nextState` in the same transaction. */
  const enqueue = async (tx: Handle, agent: { id: string; workspaceId: string }): Promise<void> => {
    await jobs.enqueue(tx, queue, { agentId: agent.id } satisfies EmbedJob, {
      id: `corrections-embed-${agent.id}`,
      workspaceId: agent.workspaceId,
    });
  };

  return {
    notEmbedded,
    /** Without a vector if the model does not answer in time. Then the caller enqueues the job. */
    embedNow: async (question: string, owner: FairOwner): Promise<EmbeddedQuestion> => {
      try {
        return await embed(question, AbortSignal.timeout(inlineTimeoutMs), owner);
      } catch (err) {
        log.warn({ err }, 'a corrected question could not be embedded; it is tried again later');
        return notEmbedded;
      }
    },
    enqueue,
    /** Corrections with vectors of models that are no longer used. Called once at the start. */
    enqueueOutdated: async (): Promise<void> => {
      const agents = await listAgentsToEmbed(db.query, models);
      if (agents.length === 0) return;
      await db.transaction(async (tx) => {
        for (const { agentId, workspaceId } of agents) await enqueue(tx, { id: agentId, workspaceId });
      });
    },
  };
};
