import type { DocumentKind } from '../../db/schema/knowledge.ts';
import { AppError } from '../../lib/errors.ts';
import { cleanQuestions, pairLimits } from '../chunk/index.ts';
import type { ChunkEdit } from './apply-edits.ts';

/** What a person writes. */
export interface ChunkFields {
  /** Of a pair: the answer. */
  content: string;
  /** Of a pair only. */
  questions?: readonly string[];
  keywords?: readonly string[];
  isEnabled?: boolean;
  headingPath?: string[];
}

export const chunkLimits = {
  characters: 10_000,
  keywords: 20,
  keywordCharacters: 100,
};

const refuse = (field: string, rule: string): never => {
  throw new AppError('invalidParameter', `${field} ${rule}`);
};

/** As with questions: one line each, none empty or repeated. */
const cleanKeywords = cleanQuestions;

const readQuestions = (kind: DocumentKind, fields: ChunkFields, prefix: string): string[] => {
  const questions = cleanQuestions(fields.questions ?? []);
  if (kind !== 'qa' && questions.length > 0)
    refuse(`${prefix}questions`, 'can be set only in a document of questions and answers');
  if (kind === 'qa' && questions.length === 0)
    refuse(`${prefix}questions`, 'must contain a question, because the document has questions and answers');
  if (questions.length > pairLimits.questions)
    refuse(`${prefix}questions`, `must have at most ${pairLimits.questions} items`);
  if (questions.some((question) => question.length > pairLimits.questionCharacters))
    refuse(`${prefix}questions`, `must have at most ${pairLimits.questionCharacters} characters each`);
  return questions;
};

/** Checks the fields of a chunk in a document of this kind. `place` is the name of the object in the request. */
export const passageOf = (
  kind: DocumentKind,
  fields: ChunkFields,
  place: string,
): Omit<ChunkEdit, 'id' | 'kind' | 'position' | 'original'> => {
  const prefix = place === '' ? '' : `${place}.`;
  const content = fields.content.replaceAll('\r\n', '\n').trim();
  if (content === '') refuse(`${prefix}content`, 'must not be empty');
  if (content.length > chunkLimits.characters)
    refuse(`${prefix}content`, `must have at most ${chunkLimits.characters} characters`);
  const keywords = cleanKeywords(fields.keywords ?? []);
  if (keywords.length > chunkLimits.keywords)
    refuse(`${prefix}keywords`, `must have at most ${chunkLimits.keywords} items`);
  if (keywords.some((keyword) => keyword.length > chunkLimits.keywordCharacters))
    refuse(`${prefix}keywords`, `must have at most ${chunkLimits.keywordCharacters} characters each`);
  const questions = readQuestions(kind, fields, prefix);
  return {
    content,
    headingPath: kind === 'qa' ? questions.slice(0, 1) : (fields.headingPath ?? []),
    matchText: questions.join('\n'),
    keywords,
    isEnabled: fields.isEnabled ?? true,
  };
};
