import { languageCandidates } from '../../lib/language/language-tags.ts';
import { nextOpening, type OpeningHours } from '../../lib/opening-hours/opening-hours.ts';
import type { LeaveReason } from '../human-session.ts';
import { leftMessageTexts } from './left-message-texts.ts';

/** The texts in the first of the user's languages that has them, and the locale for dates. */
const textsIn = (languages: readonly string[]) => {
  for (const language of languages)
    for (const tag of languageCandidates(language)) {
      const texts = Object.hasOwn(leftMessageTexts, tag) ? leftMessageTexts[tag] : undefined;
      if (texts) return { texts, locale: language };
    }
  return { texts: leftMessageTexts.en!, locale: 'en' };
};

const formatTime = (atMs: number, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(atMs);

interface AskForMessage {
  reason: LeaveReason;
  hours: OpeningHours | null;
  nowMs: number;
  languages: readonly string[];
}

/** Tells the user that nobody answers, when somebody is available again, and that they can leave a message. */
export const askForMessageText = ({ reason, hours, nowMs, languages }: AskForMessage): string => {
  const { texts, locale } = textsIn(languages);
  const openingMs = reason === 'outside_hours' ? nextOpening(hours, nowMs) : undefined;
  return [
    reason === 'outside_hours' ? texts.outsideHours : texts.notTaken,
    ...(openingMs === undefined || hours === null
      ? []
      : [texts.nextOpening.replace('{time}', () => formatTime(openingMs, locale, hours.timeZone))]),
    texts.leaveMessage,
  ].join(' ');
};

/** Confirms that the message was saved, and says where the reply will be. */
export const messageSavedText = (
  languages: readonly string[],
  { isMailed }: { isMailed: boolean },
): string => {
  const { texts } = textsIn(languages);
  return isMailed ? texts.savedWithMail : texts.saved;
};
