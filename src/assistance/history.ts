import type { Agent } from '../agents/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { FileText } from '../memory/index.ts';
import type { Model } from '../models/index.ts';
import type { Memory } from '../runtime/ports.ts';

export interface History {
  turns: readonly { question: string; answer: string; files: readonly FileText[] }[];
  /** Of what is older than the turns. Empty for none. */
  summary: string;
}

const mostTokens = 8000;
/** Besides the history: instructions, passages and the answer. */
const shareOfContext = 0.4;

interface HistoryDependencies {
  conversations: Pick<Conversations, 'require'>;
  memory: Pick<Memory, 'shortTerm'>;
}

/** The newest part of a conversation that fits, with the messages of people and notes for the agent. */
export const createReadHistory =
  ({ conversations, memory }: HistoryDependencies) =>
  async (
    agent: Agent,
    { contextTokens }: Pick<Model, 'contextTokens'>,
    conversationId: string,
  ): Promise<History> => {
    const { messageCount } = await conversations.require(agent, conversationId);
    const budgetTokens =
      contextTokens === undefined
        ? mostTokens
        : Math.min(mostTokens, Math.floor(contextTokens * shareOfContext));
    return memory.shortTerm({ conversationId, beforeSequence: messageCount + 1, budgetTokens });
  };

export type ReadHistory = ReturnType<typeof createReadHistory>;
