import type { Agent } from '../agents/index.ts';
import { asksForHuman, type HumanSession } from '../handoff/index.ts';
import { readIntent } from '../models/embedded/intent.ts';
import type { Model } from '../models/index.ts';
import { retrievalQuery } from '../runtime/context/retrieval-query.ts';
import type { Knowledge } from '../runtime/ports.ts';
import type { ReadHistory } from './history.ts';

interface GatherDependencies {
  readHistory: ReadHistory;
  knowledge: Pick<Knowledge, 'retrieve'>;
}

/** What a draft is made of: the conversation, the user's newest question, and passages of the agent's knowledge. */
export const createGather =
  ({ readHistory, knowledge }: GatherDependencies) =>
  async (
    { conversationId }: HumanSession,
    { agent, model, signal }: { agent: Agent; model: Model; signal: AbortSignal },
  ) => {
    const history = await readHistory(agent, model, conversationId);
    const { humanService, knowledge: scope } = agent.settings;
    // "I want to talk to a human" is not what the user needs to know.
    const questions = history.turns
      .map(({ question }) => question.trim())
      .filter(
        (text) =>
          text !== '' && readIntent(text).intent !== 'human' && !asksForHuman(humanService.phrases, text),
      );
    const question = questions.at(-1) ?? '';
    const { chunks, reranked } =
      question === ''
        ? { chunks: [], reranked: undefined }
        : await knowledge.retrieve({
            agent,
            query: retrievalQuery(question, questions.slice(0, -1)),
            scope: {
              ...(scope.groupIds ? { groupIds: scope.groupIds } : {}),
              ...(scope.dataIds ? { dataIds: scope.dataIds } : {}),
            },
            signal,
          });
    return { history, question, chunks, reranked };
  };
