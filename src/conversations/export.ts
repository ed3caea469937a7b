import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from '../db/index.ts';
import { csvMark, csvRow } from '../lib/csv/csv-row.ts';
import {
  type ExportedMessage,
  type ExportFilter,
  listSessionRatings,
  type SessionRating,
  type WalkedRound,
  walkMessages,
  walkRounds,
} from '../rounds/index.ts';
import { toCredits } from '../usage/index.ts';
import type { Conversation } from './store.ts';
import { walkConversations } from './walk-conversations.ts';

export type ExportFormat = 'jsonl' | 'csv';

const chunkCharacters = 64 * 1024;

const toTime = (timeMs: number): string => new Date(timeMs).toISOString();

/** Fewer, larger pieces, because each costs a write to the socket. */
async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < chunkCharacters) continue;
    yield chunk;
    chunk = '';
    await nextTick();
  }
  if (chunk !== '') yield chunk;
}

const qaFields = (row: WalkedRound) => ({
  messageId: row.id,
  answerId: row.answer_id,
  conversationId: row.conversation_id,
  userId: row.user_id,
  channel: row.channel,
  question: row.question_text,
  answer: row.answer_text,
  humanAnswer: row.human_text,
  status: row.status,
  feedback: row.feedback,
  quality: row.quality,
  credits: toCredits(row.cost_nano),
  askedAt: toTime(row.created_at),
  answeredAt: row.ended_at === null ? null : toTime(row.ended_at),
  feedbackReason: row.feedback_reason,
  feedbackComment: row.feedback_comment,
});

const qaColumns: (keyof ReturnType<typeof qaFields>)[] = [
  'messageId',
  'answerId',
  'conversationId',
  'userId',
  'channel',
  'question',
  'answer',
  'humanAnswer',
  'status',
  'feedback',
  'quality',
  'credits',
  'askedAt',
  'answeredAt',
  'feedbackReason',
  'feedbackComment',
];

async function* qaPieces(db: Database, filter: ExportFilter, format: ExportFormat): AsyncGenerator<string> {
  if (format === 'csv') yield csvMark + csvRow(qaColumns);
  for await (const row of walkRounds(db.query, filter)) {
    const fields = qaFields(row);
    yield format === 'csv' ? csvRow(qaColumns.map((name) => fields[name])) : `${JSON.stringify(fields)}\n`;
  }
}

const headOf = (conversation: Conversation) => ({
  conversationId: conversation.id,
  userId: conversation.userId,
  channel: conversation.channel,
  subject: conversation.subject,
  rounds: conversation.messageCount,
  credits: toCredits(conversation.costNano),
  createdAt: toTime(conversation.createdAtMs),
  recentChatAt: toTime(conversation.recentChatAtMs),
});

const messageOf = ({ id, role, text, createdAtMs }: ExportedMessage) => ({
  id,
  role,
  text,
  createdAt: toTime(createdAtMs),
});

const ratingOf = ({ sessionId, stars, comment, ratedAtMs }: SessionRating) => ({
  sessionId,
  stars,
  comment,
  ratedAt: toTime(ratedAtMs),
});

/** One line in pieces, because a conversation may be too long for memory. */
async function* conversationLine(db: Database, conversation: Conversation): AsyncGenerator<string> {
  yield `${JSON.stringify(headOf(conversation)).slice(0, -1)},"messages":[`;
  let separator = '';
  for await (const message of walkMessages(db.query, conversation.id)) {
    yield separator + JSON.stringify(messageOf(message));
    separator = ',';
  }
  const ratings = await listSessionRatings(db.query, conversation.id);
  yield `],"ratings":${JSON.stringify(ratings.map(ratingOf))}}\n`;
}

const messageColumns = [
  'conversationId',
  'userId',
  'channel',
  'subject',
  'messageId',
  'role',
  'text',
  'createdAt',
  'rating',
];

/** Lines of a conversation in CSV: its messages, then the ratings of its human sessions with the comments as text. */
async function* conversationRows(db: Database, conversation: Conversation): AsyncGenerator<string> {
  const { id: conversationId, userId, channel, subject } = conversation;
  const row = (id: string, role: string, text: string, atMs: number, rating: number | '' = '') =>
    csvRow([conversationId, userId, channel, subject, id, role, text, toTime(atMs), rating]);
  for await (const { id, role, text, createdAtMs } of walkMessages(db.query, conversationId))
    yield row(id, role, text, createdAtMs);
  for (const { sessionId, stars, comment, ratedAtMs } of await listSessionRatings(db.query, conversationId))
    yield row(sessionId, 'rating', comment, ratedAtMs, stars);
}

async function* conversationPieces(
  db: Database,
  filter: ExportFilter,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvMark + csvRow(messageColumns);
  for await (const conversation of walkConversations(db.query, filter)) {
    yield* format === 'jsonl' ? conversationLine(db, conversation) : conversationRows(db, conversation);
  }
}

/** Exports of any length, generated while they are read. */
export const createExport = ({ db }: { db: Database }) => ({
  /** One line per question and answer. */
  qa: (filter: ExportFilter, format: ExportFormat): AsyncGenerator<string> =>
    inChunks(qaPieces(db, filter, format)),
  /** JSONL: one line per conversation with its messages. CSV: one line per message. */
  conversations: (filter: ExportFilter, format: ExportFormat): AsyncGenerator<string> =>
    inChunks(conversationPieces(db, filter, format)),
});
