import type { Agent } from '../agents/index.ts';
import { afterCommit, type Database, type Handle } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Embedders, Knowledge } from '../knowledge/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { Sandbox } from '../lib/sandbox/index.ts';
import { createThread } from '../lib/thread/thread.ts';
import {
  type Correction,
  type CorrectionFields,
  cleanAnswer,
  cleanQuestion,
  correctionLimits,
  problemOfCorrection,
  toCorrection,
} from './correction.ts';
import { exportCorrections } from './correction-csv.ts';
import {
  type CorrectionFilter,
  type CorrectionOrder,
  deleteCorrection,
  findByQuestions,
  findCorrections,
  forgetSources,
  insertCorrections,
  listCorrections,
  nextState,
  updateCorrection,
} from './correction-store.ts';
import type { CorrectionHandlers } from './correction-thread.ts';
import { createCountHits } from './count-hits.ts';
import { createEmbedCorrections } from './embed-corrections.ts';
import { createFindAnswer } from './find-answer.ts';
import { createFollowCorrections } from './follow-corrections.ts';
import { createImportCorrections } from './import-corrections.ts';
import { createMatchQuestion } from './match-question.ts';
import { questionKey } from './question-key.ts';

interface CorrectionsDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: Pick<Jobs, 'define' | 'enqueue'>;
  sandbox: Sandbox;
  embedders: Embedders;
  embedQuery: Knowledge['embedQuery'];
}

export interface CorrectionInput {
  question: string;
  answer: string;
  knowledgeBaseId: string | null;
  isEnabled: boolean;
}

interface NewCorrection extends CorrectionInput {
  source: Correction['source'];
  author: Correction['author'];
}

const requireValid = (input: CorrectionInput): CorrectionInput => {
  const cleaned = {
    ...input,
    question: cleanQuestion(input.question),
    answer: cleanAnswer(input.answer),
  };
  const problem = problemOfCorrection(cleaned);
  if (problem) throw new AppError('invalidParameter', `${problem.field} ${problem.problem}`);
  return cleaned;
};

/** Corrected answers of an agent. Must be created before the jobs start. */
export const createCorrections = (deps: CorrectionsDependencies) => {
  const { db, clock, log } = deps;
  const thread = createThread<CorrectionHandlers>({
    entry: new URL('./correction-thread.ts', import.meta.url),
    onLost: () => follow.forgetAll(),
  });
  const follow = createFollowCorrections({ db, clock, thread });
  const hits = createCountHits({ db, clock, log });
  const embedding = createEmbedCorrections({ ...deps, onChanged: follow.changed });
  const similar = createMatchQuestion({ db, log, thread, follow, embedQuery: deps.embedQuery });

  const require = async (handle: Handle, agentId: string, id: string): Promise<CorrectionFields> => {
    const [row] = await findCorrections(handle, agentId, [id]);
    if (!row) throw new AppError('notFound', 'The agent has no such correction');
    return row;
  };

  /** In the transaction of the change. */
  const requireFree = async (tx: Handle, agentId: string, key: string, baseId: string, id?: string) => {
    const same = await findByQuestions(tx, agentId, [key]);
    if (same.some((row) => row.knowledge_base_id === baseId && row.id !== id))
      throw new AppError('conflict', 'question: there is already a correction for this question');
  };

  const ownerOf = ({ workspaceId }: Agent) => ({ workspaceId, userId: '' });

  return {
    /** Embeds the question, which must not happen in a transaction. The result stores the correction in one. */
    prepare: async (agent: Agent, input: NewCorrection): Promise<(tx: Handle) => Promise<Correction>> => {
      const { question, answer, knowledgeBaseId, isEnabled } = requireValid(input);
      const embedded = await embedding.embedNow(question, ownerOf(agent));
      return async (tx) => {
        const { revision, correction_count: count } = await nextState(tx, agent.id, 1);
        if (count > correctionLimits.corrections)
          throw new AppError('conflict', `An agent has at most ${correctionLimits.corrections} corrections`);
        const key = questionKey(question);
        await requireFree(tx, agent.id, key, knowledgeBaseId ?? '');
        const nowMs = clock.nowMs();
        const row = {
          id: newId(nowMs),
          workspace_id: agent.workspaceId,
          agent_id: agent.id,
          knowledge_base_id: knowledgeBaseId ?? '',
          question,
          question_key: key,
          answer,
          is_enabled: isEnabled ? 1 : 0,
          conversation_id: input.source?.conversationId ?? null,
          round_id: input.source?.roundId ?? null,
          author_id: input.author.id,
          author_email: input.author.email,
          ...embedded,
          revision,
          hit_count: 0,
          last_hit_at: null,
          created_at: nowMs,
          updated_at: nowMs,
        };
        await insertCorrections(tx, [row]);
        if (embedded.model === null) await embedding.enqueue(tx, agent);
        afterCommit(tx, () => follow.changed(agent.id));
        return toCorrection(row);
      };
    },

    /** The same for a change of an existing one. */
    prepareChange: async (
      agent: Agent,
      id: string,
      change: Partial<CorrectionInput>,
      author: Correction['author'],
    ): Promise<(tx: Handle) => Promise<{ before: Correction; after: Correction }>> => {
      const wanted = change.question === undefined ? undefined : cleanQuestion(change.question);
      const now = toCorrection(await require(db.query, agent.id, id));
      requireValid({ ...now, ...change });
      const embedded =
        wanted === undefined || wanted === now.question
          ? undefined
          : await embedding.embedNow(wanted, ownerOf(agent));
      return async (tx) => {
        const { revision } = await nextState(tx, agent.id, 0);
        const row = await require(tx, agent.id, id);
        const before = toCorrection(row);
        const next = requireValid({ ...before, ...change });
        const key = questionKey(next.question);
        await requireFree(tx, agent.id, key, next.knowledgeBaseId ?? '', id);
        const fields = {
          question: next.question,
          question_key: key,
          answer: next.answer,
          knowledge_base_id: next.knowledgeBaseId ?? '',
          is_enabled: next.isEnabled ? 1 : 0,
          author_id: author.id,
          author_email: author.email,
          revision,
          updated_at: clock.nowMs(),
        };
        await updateCorrection(tx, id, { ...fields, ...embedded });
        if (embedded?.model === null) await embedding.enqueue(tx, agent);
        afterCommit(tx, () => follow.changed(agent.id));
        return { before, after: toCorrection({ ...row, ...fields }) };
      };
    },

    remove: async (tx: Handle, agent: Agent, id: string): Promise<Correction> => {
      const removed = toCorrection(await require(tx, agent.id, id));
      await nextState(tx, agent.id, -1);
      await deleteCorrection(tx, id);
      afterCommit(tx, () => follow.changed(agent.id));
      return removed;
    },

    list: async (
      filter: CorrectionFilter,
      page: { order: CorrectionOrder; offset: number; limit: number },
    ): Promise<{ corrections: Correction[]; total: number }> => {
      await hits.flush();
      const search = filter.search?.trim().toLowerCase();
      const { rows, total } = await listCorrections(db.query, { ...filter, search }, page);
      return { corrections: rows.map(toCorrection), total };
    },

    export: async function* (agent: Agent, bases: readonly { id: string; name: string }[]) {
      await hits.flush();
      yield* exportCorrections(db, agent.id, bases);
    },
    import: createImportCorrections({ ...deps, embedding, onChanged: follow.changed }),
    /** The most similar ones, also those below the threshold of the agent. */
    similar,
    /** How many corrections an agent has. A change by another process is counted after a second. */
    count: follow.count,
    /** For a round. */
    find: createFindAnswer({ log, similar, countHit: hits.count }),

    /** Part of an erasure. The texts stay: operators wrote them for all users. */
    forgetConversations: forgetSources,

    start: embedding.enqueueOutdated,
    close: async (): Promise<void> => {
      await hits.flush();
      await thread.close();
    },
  };
};

export type Corrections = ReturnType<typeof createCorrections>;
