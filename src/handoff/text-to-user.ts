import { type AgentSettings, defaultHandoffTexts, translated } from '../agents/index.ts';
import type { Handle } from '../db/index.ts';
import { languageCandidates } from '../lib/language/language-tags.ts';
import { textLanguage } from '../lib/language/text-language.ts';
import { findVisitorLanguages } from '../users/index.ts';
import { builtInTexts } from './built-in-texts.ts';

export type HandoffText = keyof typeof defaultHandoffTexts;

/** A text of a handoff in the first of the languages that has it. Empty if the operator wants no text. */
export const handoffTextIn = (
  { humanService, translations }: Pick<AgentSettings, 'humanService' | 'translations'>,
  field: HandoffText,
  languages: readonly string[],
): string => {
  const own = humanService[field];
  const translation = translated(translations, field, languages);
  if (translation !== undefined || own !== defaultHandoffTexts[field]) return translation ?? own;
  const builtIn = languages
    .flatMap(languageCandidates)
    .find((tag) => tag === 'en' || Object.hasOwn(builtInTexts, tag));
  return builtInTexts[builtIn ?? 'en']?.[field] ?? own;
};

interface TextToUser {
  settings: AgentSettings;
  conversationId: string;
  /** Newest message of the user. Its language is used if no page reported languages. */
  message: string;
}

/** The languages of the conversation's user, most preferred first. Empty: unknown. */
export const findUserLanguages = async (
  db: Handle,
  { conversationId, message }: Pick<TextToUser, 'conversationId' | 'message'>,
): Promise<readonly string[]> => {
  const reported = await findVisitorLanguages(db, conversationId);
  if (reported.length > 0) return reported;
  const written = textLanguage(message);
  return written === undefined ? [] : [written];
};

/** A text of a handoff in the language of the conversation's user. */
export const findTextToUser = async (
  db: Handle,
  field: HandoffText,
  { settings, ...of }: TextToUser,
): Promise<string> => handoffTextIn(settings, field, await findUserLanguages(db, of));
