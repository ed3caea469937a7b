import { AppError } from '../../lib/errors.ts';
import { normalizeText } from '../../lib/language/normalize-text.ts';

export const maxPublicNameLength = 60;

/** Control characters, line ends, invisible characters, and characters that change the direction of the text around them. */
const unsafeCharacter = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u00ad\u200b\u2060\ufeff]/u;
const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u;

const wrong = (text: string): AppError => new AppError('invalidParameter', `publicName: ${text}`);

/** The name as it is stored. Empty: users see no name. */
export const cleanPublicName = (given: string): string => {
  const name = normalizeText(given, 'NFC').trim();
  if ([...name].length > maxPublicNameLength)
    throw wrong(`must have at most ${maxPublicNameLength} characters`);
  if (unsafeCharacter.test(name) || !name.isWellFormed())
    throw wrong('must not contain control characters or characters that change the text direction');
  if (name !== '' && !visibleCharacter.test(name)) throw wrong('must contain visible characters');
  return name;
};
