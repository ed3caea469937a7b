import { AppError } from '../lib/errors.ts';

const mostCharacters = 100;

/** Control characters, and format characters that change the direction of the text around them. */
const unsafeCharacter = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** The name of a conversation as it is stored. Empty: the conversation is shown with its subject again. */
export const cleanTitle = (given: string): string => {
  const title = given.trim();
  if ([...title].length > mostCharacters)
    throw new AppError('invalidParameter', `title: must have at most ${mostCharacters} characters`);
  if (unsafeCharacter.test(title) || !title.isWellFormed())
    throw new AppError('invalidParameter', 'title: must not contain control characters');
  return title;
};
