import { createHash } from 'node:crypto';
import { plainQuestion } from './compare-questions.ts';

/** The same for questions that differ only in case, spaces and punctuation. */
export const questionKey = (question: string): string =>
  createHash('sha256').update(plainQuestion(question)).digest('hex');
