import type { Selectable } from 'kysely';
import type { Schema } from '../db/index.ts';

export const correctionLimits = {
  questionCharacters: 1_000,
  answerCharacters: 10_000,
  /** Of an agent. */
  corrections: 10_000,
  /** Characters of a CSV file. */
  csvCharacters: 4_000_000,
};

export interface Correction {
  id: string;
  agentId: string;
  /** null: belongs to no knowledge base. */
  knowledgeBaseId: string | null;
  question: string;
  answer: string;
  isEnabled: boolean;
  /** Whose answer was corrected. */
  source: { conversationId: string; roundId: string } | null;
  author: { id: string; email: string };
  hitCount: number;
  lastHitAtMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
}

export type CorrectionRow = Selectable<Schema['corrections']>;
export type CorrectionFields = Omit<CorrectionRow, 'vector' | 'model' | 'confidence'>;

export const toCorrection = (row: CorrectionFields): Correction => ({
  id: row.id,
  agentId: row.agent_id,
  knowledgeBaseId: row.knowledge_base_id === '' ? null : row.knowledge_base_id,
  question: row.question,
  answer: row.answer,
  isEnabled: row.is_enabled === 1,
  source:
    row.conversation_id !== null && row.round_id !== null
      ? { conversationId: row.conversation_id, roundId: row.round_id }
      : null,
  author: { id: row.author_id, email: row.author_email },
  hitCount: row.hit_count,
  lastHitAtMs: row.last_hit_at,
  createdAtMs: row.created_at,
  updatedAtMs: row.updated_at,
});

/** One line, because questions are compared and listed as one. */
export const cleanQuestion = (question: string): string => question.replaceAll(/\s+/g, ' ').trim();
export const cleanAnswer = (answer: string): string => answer.replaceAll('\r\n', '\n').trim();

/** The rule that a question or an answer violates, with the name of its field. */
export const problemOfCorrection = ({
  question,
  answer,
}: {
  question: string;
  answer: string;
}): { field: 'question' | 'answer'; problem: string } | undefined => {
  const { questionCharacters, answerCharacters } = correctionLimits;
  if (!/[\p{L}\p{N}]/u.test(question))
    return { field: 'question', problem: 'must contain a letter or a digit' };
  if (question.length > questionCharacters)
    return { field: 'question', problem: `must have at most ${questionCharacters} characters` };
  if (answer === '') return { field: 'answer', problem: 'must not be empty' };
  if (answer.length > answerCharacters)
    return { field: 'answer', problem: `must have at most ${answerCharacters} characters` };
  return undefined;
};
