import type { Schema } from '../../db/index.ts';
import { saysUnknown } from '../../lib/language/index.ts';
import { significantTerms } from './significant-terms.ts';

export type UnansweredReason = Schema['unanswered_questions']['reason'];

interface RepliedRound {
  question: string;
  answer: string;
  feedback: Schema['rounds']['feedback'];
  quality: Schema['rounds']['quality'];
  /** The knowledge was searched without a result. */
  foundNothing: boolean;
  hasCitations: boolean;
}

/** A greeting or a thank-you finds nothing either. */
const fewestTerms = 2;

const isRatedBad = ({ feedback, quality }: RepliedRound): boolean =>
  quality === 'UNRESOLVED' || (quality === 'NONE' && feedback === 'BAD');

/** Why a question counts as unanswered. Undefined: it does not. An operator's rating decides over the user's. */
export const findReason = (round: RepliedRound): UnansweredReason | undefined => {
  if (round.question.trim() === '') return undefined;
  if (isRatedBad(round)) return 'bad_rating';
  if (round.quality === 'FULLY_RESOLVED') return undefined;
  if (round.hasCitations) return undefined;
  if (saysUnknown(round.answer)) return 'refusal';
  const isQuestion = round.foundNothing && significantTerms(round.question).length >= fewestTerms;
  return isQuestion ? 'nothing_found' : undefined;
};
