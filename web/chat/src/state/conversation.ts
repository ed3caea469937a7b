import type { HandoffStatus, Recording, StoredFile, StoredMessage } from '../service/wire.ts';
import {
  type Arrival,
  answerKey,
  type Entry,
  type EntryRating,
  fromArrival,
  fromStored,
  isSameEntry,
  isUnderWay,
  mergeEntries,
  newAnswer,
  newQuestion,
  questionKey,
} from './entries.ts';

/** The displayed state of one conversation. */
export interface Conversation {
  conversationId: string | null;
  status: HandoffStatus;
  entries: Entry[];
  /** An earlier version that is shown instead of the entries. */
  viewing: Entry[] | null;
  hasOlder: boolean;
  isLoading: boolean;
}

export const noConversation: Conversation = {
  conversationId: null,
  status: 'agent',
  entries: [],
  viewing: null,
  hasOlder: false,
  isLoading: false,
};

interface Changes {
  opened: { conversationId: string | null; status: HandoffStatus };
  loaded: { messages: StoredMessage[]; more: boolean; at: 'start' | 'end' };
  asked: { round: string; text: string; files: StoredFile[]; nowMs: number };
  replaced: {
    round: string;
    replaces: string;
    /** Undefined: the same text. */
    text: string | undefined;
    messageId: string;
    answerId: string | null;
    nowMs: number;
  };
  viewed: { messageId: string | null; messages: StoredMessage[] };
  followed: { round: string; messageId: string; nowMs: number };
  uploaded: { round: string; share: number };
  belongs: { round: string; conversationId: string };
  accepted: { round: string; messageId: string; answerId: string | null };
  said: { round: string; text: string };
  spoken: { round: string; audio: Recording[] };
  ended: { round: string; isStopped: boolean };
  failed: { round: string; error: NonNullable<Entry['error']> };
  handed: { round: string; messageId: string; status: HandoffStatus };
  dropped: { round: string };
  cited: { messageId: string } & Pick<Entry, 'citations' | 'asks'>;
  rated: { answerId: string } & EntryRating;
  arrived: { entry: Arrival };
  status: { status: HandoffStatus };
}

export type Change = { [Type in keyof Changes]: { type: Type } & Changes[Type] }[keyof Changes];

type Meaning = (entry: Entry) => boolean;

const change = (state: Conversation, isMeant: Meaning, to: Partial<Entry>): Conversation => ({
  ...state,
  entries: state.entries.map((entry) => (isMeant(entry) ? { ...entry, ...to } : entry)),
});

const without = (state: Conversation, isMeant: Meaning): Conversation => ({
  ...state,
  entries: state.entries.filter((entry) => !isMeant(entry)),
});

const isQuestion =
  (round: string): Meaning =>
  ({ key }) =>
    key === questionKey(round);
const isAnswer =
  (round: string): Meaning =>
  ({ key }) =>
    key === answerKey(round);
const isOf =
  (round: string): Meaning =>
  (entry) =>
    isQuestion(round)(entry) || isAnswer(round)(entry);

/**
 * | change   | when                                            | then                                           |
 * |----------|-------------------------------------------------|------------------------------------------------|
 * | opened   | a conversation is opened, or the user changes   | all entries are removed                        |
 * | loaded   | a page of stored messages arrives               | inserted before or after, each shown once      |
 * | asked    | the user sends a message                        | adds the question and a running reply          |
 * | replaced | event 11 of an edited or repeated message     | it replaces the old one and everything after   |
 * | viewed   | an earlier version arrives, or none             | it is shown from that message on               |
 * | followed | a round runs that was started elsewhere         | its reply is filled again from event 1         |
 * | uploaded | upload progress of the files                    |                                                |
 * | belongs  | the service returns the conversation of a round | entries of other conversations are removed     |
 * | accepted | event 11                                        | both entries get ids, the question is complete |
 * | said     | event 3                                         | the reply grows                                |
 * | spoken   | event 10 with recordings                        | the recordings are shown below the reply       |
 * | ended    | event 0                                         | `ended`, or `stopped` if the user stopped it   |
 * | failed   | a failure, before or after event 11             | before: the question failed; after: the reply  |
 * | handed   | the message went to a person                    | no reply is expected                           |
 * | dropped  | the user retries a failed round                 | its entries are removed                        |
 * | cited    | citations and question of a reply arrive        |                                                |
 * | rated    | the user rates a reply or removes the rating    |                                                |
 * | arrived  | message of a person, or end of a human session  | added at the end, once                         |
 * | status   | agent, a person, waiting or leaving a message   |                                                |
 */
const changes: {
  [Type in keyof Changes]: (state: Conversation, event: Changes[Type]) => Conversation;
} = {
  opened: (_state, { conversationId, status }) => ({
    ...noConversation,
    conversationId,
    status,
    isLoading: conversationId !== null,
  }),
  loaded: (state, { messages, more, at }) => ({
    ...state,
    isLoading: false,
    // Loading a page again says nothing about older messages.
    hasOlder: at === 'start' || state.isLoading ? more : state.hasOlder,
    entries: mergeEntries(state.entries, messages.map(fromStored), at),
  }),
  asked: (state, { round, text, files, nowMs }) => ({
    ...state,
    viewing: null,
    entries: [
      ...state.entries,
      newQuestion(round, { text, files, createTimeMs: nowMs }),
      newAnswer(round, nowMs),
    ],
  }),
  replaced: (state, { round, replaces, text, messageId, answerId, nowMs }) => {
    const at = state.entries.findIndex((entry) => entry.role === 'user' && entry.messageId === replaces);
    const old = state.entries[at];
    const ids = {
      messageId,
      answerId,
      versions: [...(old?.versions.length ? old.versions : [replaces]), messageId],
    };
    const question = { text: text ?? old?.text ?? '', files: old?.files ?? [], createTimeMs: nowMs };
    return {
      ...state,
      viewing: null,
      entries: [
        ...(at < 0 ? state.entries : state.entries.slice(0, at)),
        { ...newQuestion(round, question), ...ids, status: 'ended', progress: 1 },
        { ...newAnswer(round, nowMs), ...ids },
      ],
    };
  },
  viewed: (state, { messageId, messages }) => {
    const shown = state.viewing ?? state.entries;
    const at = shown.findIndex((entry) => entry.messageId === messageId);
    return { ...state, viewing: at < 0 ? null : [...shown.slice(0, at), ...messages.map(fromStored)] };
  },
  followed: (state, { round, messageId, nowMs }) => {
    const known = state.entries.find((entry) => entry.role === 'assistant' && entry.messageId === messageId);
    const answer = {
      ...newAnswer(round, nowMs),
      messageId,
      answerId: known?.answerId ?? null,
      versions: known?.versions ?? [],
    };
    const entries = known
      ? state.entries.map((entry) => (entry === known ? answer : entry))
      : [...state.entries, answer];
    return { ...state, entries };
  },
  uploaded: (state, { round, share }) => change(state, isQuestion(round), { progress: share }),
  belongs: (state, { round, conversationId }) => {
    if (state.conversationId === conversationId) return state;
    const entries = state.conversationId ? state.entries.filter(isOf(round)) : state.entries;
    return { ...state, conversationId, entries, hasOlder: false };
  },
  accepted: (state, { round, messageId, answerId }) =>
    change(change(state, isOf(round), { messageId, answerId }), isQuestion(round), {
      status: 'ended',
      progress: 1,
    }),
  said: (state, { round, text }) => ({
    ...state,
    entries: state.entries.map((entry) =>
      isAnswer(round)(entry) ? { ...entry, text: entry.text + text } : entry,
    ),
  }),
  spoken: (state, { round, audio }) => change(state, isAnswer(round), { audio }),
  ended: (state, { round, isStopped }) =>
    change(state, isAnswer(round), { status: isStopped ? 'stopped' : 'ended' }),
  failed: (state, { round, error }) => {
    const failure = { status: 'failed', error } as const;
    const isUnsent = state.entries.some((entry) => isQuestion(round)(entry) && entry.status === 'sending');
    return isUnsent
      ? change(without(state, isAnswer(round)), isQuestion(round), failure)
      : change(state, isAnswer(round), failure);
  },
  handed: (state, { round, messageId, status }) => ({
    ...change(without(state, isAnswer(round)), isQuestion(round), {
      messageId,
      status: 'ended',
      progress: 1,
    }),
    // During a session the live stream is newer than the response.
    status: state.status === 'agent' ? status : state.status,
  }),
  dropped: (state, { round }) => without(state, isOf(round)),
  cited: (state, { messageId, citations, asks }) =>
    change(state, (entry) => entry.role === 'assistant' && entry.messageId === messageId, {
      citations,
      asks,
    }),
  rated: (state, { answerId, feedback, feedbackReason, feedbackComment }) =>
    change(state, (entry) => entry.role === 'assistant' && entry.answerId === answerId, {
      feedback,
      feedbackReason,
      feedbackComment,
    }),
  arrived: (state, { entry: arrival }) => {
    const entry = fromArrival(arrival);
    const isKnown = state.entries.some((known) => isSameEntry(known, entry));
    return isKnown ? state : { ...state, entries: [...state.entries, entry] };
  },
  status: (state, { status }) => (state.status === status ? state : { ...state, status }),
};

/**
 * Whether the round of an entry may be replaced: the agent answers, no answer is being written, and no person has
 * written since. The service checks it again.
 */
export const canReplace = ({ status, viewing, entries }: Conversation, { messageId }: Entry): boolean => {
  const newest = entries.at(-1);
  // First what is quick to find out: this is asked for every entry at every word of an answer.
  if (status !== 'agent' || viewing || messageId === null || !newest || isUnderWay(newest)) return false;
  const at = entries.findIndex((entry) => entry.messageId === messageId);
  return (
    at >= 0 &&
    entries
      .slice(at)
      .every((entry) => (entry.role === 'user' || entry.role === 'assistant') && !isUnderWay(entry))
  );
};

export const changeConversation = (state: Conversation, event: Change): Conversation =>
  // The type selects the function for the rest. The compiler cannot connect the two.
  (changes[event.type] as (state: Conversation, event: Change) => Conversation)(state, event);
