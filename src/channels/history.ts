import type { Database } from '../db/index.ts';
import type { SharedFiles } from '../files/index.ts';
import { type Clock, toSeconds } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import {
  type AskedQuestion,
  filesIn,
  findHistoryMessages,
  findHistoryRounds,
  findHumanSessionEnds,
  findPassages,
  findPlace,
  findVersion,
  findVersions,
  type HistoryHumanMessage,
  type HistoryHumanSessionEnd,
  type HistoryRound,
  listVersion,
  type Passage,
  placesBefore,
  textOf,
} from '../rounds/index.ts';
import { type ShownSurvey, shownEnd, shownSurvey } from './session-end.ts';
import { type ShownFile, shownFiles } from './shown-files.ts';
import { type ShownPerson, shownPerson } from './shown-person.ts';

/** One message of a page. */
export interface HistoryMessage extends ShownSurvey {
  id: string;
  message_id: string;
  answer_id: string | null;
  role: 'user' | 'assistant' | 'human' | 'notice';
  text: string;
  files: ShownFile[];
  audio: { url: string; transcript: string; seconds: number }[];
  citations: ShownCitation[];
  feedback: HistoryRound['feedback'];
  /** Of a bad rating, as far as the user gave them. */
  feedback_reason?: NonNullable<HistoryRound['feedback_reason']>;
  feedback_comment?: string;
  status: 'running' | 'ended' | 'failed' | 'stopped';
  error?: { code: number; message: string };
  /** What the reply asks the user for. */
  asks?: AskedQuestion;
  /** For a notice without a text: why the human session ended. */
  reason?: string;
  /** Who wrote it in the inbox. */
  person?: ShownPerson;
  create_time: number;
  /** Ids of all versions of the message, oldest first. Absent if there is one. */
  versions?: string[];
}

export interface ShownCitation {
  title: string;
  source_url: string | null;
  content: string;
  /** The same number for passages of one document. Pages do not get its id. */
  document: number;
  spans: { start: number; end: number }[];
}

/** A document's URL may have any scheme. Only these are safe to follow from a page. */
const webAddress = (url: string): string | null => (/^https?:\/\//i.test(url) ? url : null);

const toCitations = (passages: readonly Passage[]): ShownCitation[] => {
  const documents = [...new Set(passages.map(({ documentId }) => documentId))];
  return passages.map(({ documentId, documentName, sourceUrl, content, spans }) => ({
    title: documentName,
    source_url: webAddress(sourceUrl),
    content,
    document: documents.indexOf(documentId) + 1,
    spans,
  }));
};

const plain = { files: [], audio: [], citations: [], feedback: 'NONE', status: 'ended' } as const;

const toEnd = ({ id, closed_at, ...end }: HistoryHumanSessionEnd, nowMs: number): HistoryMessage => ({
  ...plain,
  files: [],
  audio: [],
  citations: [],
  id,
  message_id: id,
  answer_id: null,
  role: 'notice',
  text: '',
  reason: shownEnd(end),
  ...shownSurvey(end, nowMs),
  create_time: toSeconds(closed_at ?? 0),
});

/** A flow asks for one thing at a time, in its last output that asks. */
const asksOf = ({ outputs }: Pick<HistoryRound, 'outputs'>): { asks?: AskedQuestion } => {
  const asks = outputs.findLast((output) => output.asks)?.asks;
  return asks ? { asks } : {};
};

const shownStatus = { running: 'running', done: 'ended', failed: 'failed', stopped: 'stopped' } as const;

/** Of an earlier version with the rounds after it. */
const mostRoundsOfVersion = 50;

interface HistoryDependencies {
  db: Database;
  clock: Clock;
  files: Pick<SharedFiles, 'link'>;
}

/** The messages of a conversation, as pages show them. */
export const createHistory = ({ db, clock, files }: HistoryDependencies) => {
  const toQuestion = async (round: HistoryRound, versions: string[] | undefined): Promise<HistoryMessage> => {
    return {
      ...plain,
      files: await shownFiles(filesIn(round.question), files),
      audio: [],
      citations: [],
      id: round.id,
      message_id: round.id,
      answer_id: null,
      role: 'user',
      text: textOf(round.question),
      create_time: toSeconds(round.created_at),
      ...(versions ? { versions } : {}),
    };
  };

  const toAnswer = async (
    round: HistoryRound,
    { citations, versions }: { citations: readonly Passage[]; versions: string[] | undefined },
  ): Promise<HistoryMessage> => {
    const audio: HistoryMessage['audio'] = [];
    for (const { fileId, transcript, seconds } of round.outputs.flatMap((output) => output.audio))
      audio.push({ url: await files.link(fileId), transcript, seconds });
    return {
      id: round.answer_id,
      message_id: round.id,
      answer_id: round.answer_id,
      role: 'assistant',
      text: round.answer_text,
      files: [],
      audio,
      feedback: round.feedback,
      ...(round.feedback_reason === null ? {} : { feedback_reason: round.feedback_reason }),
      ...(round.feedback_comment === '' ? {} : { feedback_comment: round.feedback_comment }),
      citations: toCitations(citations.filter(({ roundId }) => roundId === round.id)),
      status: shownStatus[round.status],
      ...(round.error_code === null
        ? {}
        : { error: { code: round.error_code, message: round.error_message ?? '' } }),
      ...asksOf(round),
      create_time: toSeconds(round.ended_at ?? round.created_at),
      ...(versions ? { versions } : {}),
    };
  };

  const toHistoryMessage = async (message: HistoryHumanMessage): Promise<HistoryMessage> => ({
    ...plain,
    files: await shownFiles(message.files, files),
    audio: [],
    citations: [],
    id: message.id,
    message_id: message.id,
    answer_id: null,
    text: message.text,
    create_time: toSeconds(message.created_at),
    role: message.sender === 'human' ? 'human' : 'notice',
    ...shownPerson(message.person_name, message.picture_id),
  });

  return {
    /** The newest before `before`, oldest first. */
    messages: async (
      conversationId: string,
      { before, limit }: { before?: string | undefined; limit: number },
    ): Promise<{ messages: HistoryMessage[]; hasMore: boolean }> => {
      const end = before === undefined ? undefined : await findPlace(db.query, conversationId, before);
      if (before !== undefined && !end)
        throw new AppError('notFound', 'before must be the ID of a message in this conversation');
      const places = await placesBefore(db.query, conversationId, end, limit + 1);
      const shown = places.slice(0, limit).reverse();
      const idsOf = (isHuman: boolean) =>
        shown.filter(({ part }) => (part === 2) === isHuman).map(({ id }) => id);
      const roundIds = [...new Set(idsOf(false))];
      const rounds = await findHistoryRounds(db.query, roundIds);
      const found = await findHistoryMessages(db.query, idsOf(true));
      const ends = await findHumanSessionEnds(db.query, idsOf(true));
      const citations = await findPassages(db.query, roundIds);
      const versions = await findVersions(db.query, rounds);
      const messages: HistoryMessage[] = [];
      for (const { id, part } of shown) {
        const round = rounds.find((one) => one.id === id);
        const message = found.find((one) => one.id === id);
        const end = ends.find((one) => one.id === id);
        if (part === 2 && message) messages.push(await toHistoryMessage(message));
        else if (part === 2 && end) messages.push(toEnd(end, clock.nowMs()));
        else if (part === 0 && round) messages.push(await toQuestion(round, versions.get(id)));
        else if (part === 1 && round)
          messages.push(await toAnswer(round, { citations, versions: versions.get(id) }));
      }
      return { messages, hasMore: places.length > limit };
    },

    /** An earlier version of a message, with its answer and the rounds that followed it. */
    version: async (
      conversationId: string,
      messageId: string,
    ): Promise<{ messages: HistoryMessage[]; hasMore: boolean }> => {
      const version = await findVersion(db.query, conversationId, messageId);
      if (!version) throw new AppError('notFound', 'message_id: the conversation has no such message');
      const ids = await listVersion(db.query, conversationId, version, mostRoundsOfVersion + 1);
      const shown = ids.slice(0, mostRoundsOfVersion);
      const rounds = await findHistoryRounds(db.query, shown);
      const citations = await findPassages(db.query, shown);
      const versions = await findVersions(db.query, rounds);
      const messages: HistoryMessage[] = [];
      for (const id of shown) {
        const round = rounds.find((one) => one.id === id);
        if (!round) continue;
        const shared = { citations, versions: versions.get(id) };
        messages.push(await toQuestion(round, shared.versions), await toAnswer(round, shared));
      }
      return { messages, hasMore: ids.length > mostRoundsOfVersion };
    },

    /** What a page shows below a reply that it has received as a stream. */
    details: async (roundId: string): Promise<{ citations: ShownCitation[]; asks?: AskedQuestion }> => {
      const citations = toCitations(await findPassages(db.query, [roundId]));
      const [round] = await findHistoryRounds(db.query, [roundId]);
      return { citations, ...(round ? asksOf(round) : {}) };
    },
  };
};
