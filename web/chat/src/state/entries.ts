import type {
  AskedQuestion,
  Citation,
  FeedbackReason,
  Person,
  Rating,
  Recording,
  StoredFile,
  StoredMessage,
  Survey,
} from '../service/wire.ts';

/** Why a message was refused, or a reply failed. */
export interface EntryError {
  /** HTTP status, if the message was refused. */
  status?: number | undefined;
  code: number;
  message: string;
  retryAfterSeconds?: number | undefined;
}

/** One entry of the log. `key` does not change while the entry is shown. */
export interface Entry {
  key: string;
  role: StoredMessage['role'];
  id: string | null;
  messageId: string | null;
  answerId: string | null;
  text: string;
  files: StoredFile[];
  audio: Recording[];
  citations: Citation[];
  /** What the reply asks the user for. */
  asks: AskedQuestion | null;
  feedback: Rating;
  /** Of a bad rating. */
  feedbackReason: FeedbackReason | null;
  feedbackComment: string;
  status: 'sending' | StoredMessage['status'];
  /** Upload progress, from 0 to 1. */
  progress: number;
  error: EntryError | null;
  createTimeMs: number;
  /** Why the human session ended. The entry has no text of its own, the UI describes the reason. */
  returned: string | null;
  /** The user may rate that session. */
  survey: Survey | null;
  /** Who wrote it, if the person has a name or a picture for users. */
  person?: Person | undefined;
  /** Message ids of all versions, oldest first. Empty if there is one. */
  versions: string[];
}

/** What a user says about a reply. */
export type EntryRating = Pick<Entry, 'feedback' | 'feedbackReason' | 'feedbackComment'>;

/** The two entries of a round, by the key that the page gave it. */
export const questionKey = (round: string): string => `${round}:question`;
export const answerKey = (round: string): string => `${round}:answer`;
export const roundOf = (entry: Entry): string => entry.key.slice(0, entry.key.lastIndexOf(':'));

const blank: Omit<Entry, 'key' | 'role' | 'status' | 'createTimeMs'> = {
  id: null,
  messageId: null,
  answerId: null,
  text: '',
  files: [],
  audio: [],
  citations: [],
  asks: null,
  feedback: 'NONE',
  feedbackReason: null,
  feedbackComment: '',
  progress: 1,
  error: null,
  returned: null,
  survey: null,
  versions: [],
};

export const newQuestion = (round: string, given: Pick<Entry, 'text' | 'files' | 'createTimeMs'>): Entry => ({
  ...blank,
  ...given,
  key: questionKey(round),
  role: 'user',
  status: 'sending',
  progress: 0,
});

export const newAnswer = (round: string, createTimeMs: number): Entry => ({
  ...blank,
  key: answerKey(round),
  role: 'assistant',
  status: 'running',
  createTimeMs,
});

/** A message of a person or of the service. */
export interface Arrival {
  role: 'human' | 'notice';
  id: string;
  text: string;
  returned?: string;
  survey?: Survey | null;
  person?: Person | undefined;
  files?: StoredFile[];
  createTimeMs: number;
}

export const fromArrival = (arrival: Arrival): Entry => ({
  ...blank,
  ...arrival,
  key: `${arrival.role}:${arrival.id}`,
  messageId: arrival.id,
  status: 'ended',
});

export const fromStored = (message: StoredMessage): Entry => ({
  ...blank,
  key: `${message.role}:${message.id}`,
  role: message.role,
  id: message.id,
  messageId: message.message_id,
  answerId: message.answer_id,
  text: message.text,
  files: message.files,
  audio: message.audio,
  citations: message.citations,
  asks: message.asks ?? null,
  feedback: message.feedback,
  feedbackReason: message.feedback_reason ?? null,
  feedbackComment: message.feedback_comment ?? '',
  status: message.status,
  error: message.error ?? null,
  returned: message.reason ?? null,
  survey: message.survey ?? null,
  person: message.person,
  versions: message.versions ?? [],
  createTimeMs: message.create_time * 1000,
});

export const isSameEntry = (one: Entry, other: Entry): boolean =>
  one.key === other.key ||
  (one.role === other.role && one.messageId !== null && one.messageId === other.messageId);

/** A finished reply without any content. */
export const isEmptyAnswer = ({ role, status, text, audio }: Entry): boolean =>
  role === 'assistant' && status === 'ended' && text.trim() === '' && audio.length === 0;

export const isUnderWay = ({ status }: Entry): boolean => status === 'running' || status === 'sending';

/** Without the entries that left the conversation because another page replaced a message. */
const withoutReplaced = (shown: Entry[], stored: Entry[]): Entry[] => {
  const replaced = new Set(
    stored.flatMap(({ messageId, versions }) => versions.filter((id) => id !== messageId)),
  );
  const from = shown.findIndex(({ messageId }) => messageId !== null && replaced.has(messageId));
  if (from < 0) return shown;
  return shown.filter(
    (entry, index) => index < from || isUnderWay(entry) || stored.some((one) => isSameEntry(one, entry)),
  );
};

/**
 * Merges stored entries into the shown ones, in stored order. Known entries keep their position and key. Each other
 * entry is inserted before its successor, or at the requested end.
 */
export const mergeEntries = (shown: Entry[], stored: Entry[], at: 'start' | 'end'): Entry[] => {
  const merged = withoutReplaced(shown, stored).map((known) => {
    const copy = stored.find((entry) => isSameEntry(known, entry));
    // The stored copy of a running round is older than the shown entry, even if that has ended meanwhile.
    if (!copy || isUnderWay(known) || isUnderWay(copy)) return known;
    return { ...copy, key: known.key, files: known.files.length ? known.files : copy.files };
  });
  // Entries that the service does not know yet are the newest.
  const unsent = merged.findIndex(({ messageId }) => messageId === null);
  let place = at === 'start' ? 0 : unsent < 0 ? merged.length : unsent;
  for (const entry of stored.toReversed()) {
    const known = merged.findIndex((one) => isSameEntry(one, entry));
    if (known >= 0) place = known;
    else merged.splice(place, 0, entry);
  }
  return merged;
};
