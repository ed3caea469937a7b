import { cleanQuestions, problemOfPair, type QaPair } from '../../knowledge/index.ts';
import { AppError } from '../../lib/errors.ts';

/** All pairs of one document: it is stored and read as a whole. */
const mostCharacters = 10_000_000;

/** Checks pairs of questions and answers. `field` is the name of the list in the request. */
export const readPairs = (
  given: readonly { questions: readonly string[]; answer: string }[],
  field: string,
): QaPair[] => {
  let characters = 0;
  return given.map(({ questions, answer }, index) => {
    const pair = { questions: cleanQuestions(questions), answer: answer.replaceAll('\r\n', '\n').trim() };
    const problem = problemOfPair(pair);
    if (problem !== undefined)
      throw new AppError('invalidParameter', `${field}[${index}] is not a pair: ${problem}`);
    characters += pair.answer.length + pair.questions.reduce((sum, one) => sum + one.length, 0);
    if (characters > mostCharacters)
      throw new AppError(
        'invalidParameter',
        `${field} must have at most ${mostCharacters} characters in total`,
      );
    return pair;
  });
};
