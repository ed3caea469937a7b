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

/** The newest part of a conversation that fits, with the messages of people and notes for the agent. */
export const readHistory = async (
  memory: Pick<Memory, 'shortTerm'>,
  { contextTokens }: Pick<Model, 'contextTokens'>,
  conversationId: string,
): Promise<History> => {
  const budgetTokens =
    contextTokens === undefined
      ? mostTokens
      : Math.min(mostTokens, Math.floor(contextTokens * shareOfContext));
  // All rounds: no conversation has a higher sequence.
  const beforeSequence = 2 ** 31 - 1;
  return memory.shortTerm({ conversationId, beforeSequence, budgetTokens });
};
