import { Type } from 'typebox';
import { feedbackReasons } from '../../../feedback/index.ts';
import type { SharedFiles } from '../../../files/index.ts';
import type {
  FoundCitations,
  ReplyOutput,
  RoundState,
  StoredPart,
  TranscriptMessage,
} from '../../../rounds/index.ts';
import { oneOf } from '../../schema.ts';
import { formatCredits } from '../usage/credit-routes.ts';
import { NullableText, Time, toTime } from '../wire/wire-schemas.ts';
import { CreditText } from './conversation-view.ts';

export const Feedback = oneOf(['NONE', 'GOOD', 'BAD'], 'Feedback of the user');
export const feedbackFields = {
  feedback: Feedback,
  feedbackReason: Type.Union([oneOf(feedbackReasons), Type.Null()], {
    description: 'Of a bad rating, if the user chose a reason',
  }),
  feedbackComment: Type.String({ description: 'Of a bad rating; empty without a comment' }),
};
export const Quality = oneOf(
  ['NONE', 'UNRESOLVED', 'PARTIALLY_RESOLVED', 'FULLY_RESOLVED'],
  'Quality rating of an operator',
);
export const RoundStatus = oneOf(['running', 'done', 'failed', 'stopped']);

export const roundStateFields = {
  status: RoundStatus,
  mode: oneOf(['blocking', 'streaming', 'webhook', 'async']),
  error: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed, for operators' }),
  credits: CreditText,
  ...feedbackFields,
  quality: Quality,
  withPerson: Type.Boolean({ description: 'The message went to a person instead of the agent' }),
  replacedBy: Type.Union([Type.String(), Type.Null()], {
    description:
      'The round with the later version, after the user edited this message or one before it, or had it answered again',
  }),
};

export const presentRoundState = (state: RoundState) => ({
  status: state.status,
  mode: state.mode,
  error: state.errorCause ?? state.errorMessage,
  credits: formatCredits(state.costNano),
  feedback: state.feedback,
  feedbackReason: state.feedbackReason,
  feedbackComment: state.feedbackComment,
  quality: state.quality,
  withPerson: state.humanSessionId !== null,
  replacedBy: state.replacedBy,
});

const attachedFields = {
  id: Type.String(),
  kind: oneOf(['image', 'audio', 'document']),
  name: Type.String(),
  mediaType: Type.String(),
  sizeBytes: Type.Integer(),
  seconds: Type.Optional(Type.Number({ description: 'Length of a recording' })),
  removedAfterDays: Type.Optional(
    Type.Integer({
      description: 'The data retention of the agent has deleted the file after this many days',
    }),
  ),
};

export const AttachedFile = Type.Object(attachedFields, { title: 'AttachedFile' });

const FileAddress = Type.String({
  description: 'Path on this service, valid for one day; empty if the file was deleted',
});

export const filesOf = (parts: readonly StoredPart[]) =>
  parts.flatMap((part) =>
    part.type === 'text'
      ? []
      : [
          {
            id: part.fileId,
            kind: part.type,
            name: part.name,
            mediaType: part.mediaType,
            sizeBytes: part.sizeBytes,
            ...(part.seconds === undefined ? {} : { seconds: part.seconds }),
            ...(part.removedAfterDays === undefined ? {} : { removedAfterDays: part.removedAfterDays }),
          },
        ],
  );

/** Parts of the answer that used a passage. */
export const Spans = Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() }), {
  description: 'Parts of the answer that used the passage, in UTF-16 units. Empty for older answers',
});

const CitedDocument = Type.Object({
  documentId: Type.String(),
  documentName: Type.String(),
  chunkId: Type.String({ description: 'Best chunk of the passage' }),
  chunkIds: Type.Array(Type.String(), { description: 'All chunks of the passage, in their order' }),
  sourceUrl: Type.String(),
  score: Type.Number(),
  spans: Spans,
});

const presentCitations = (found: ReturnType<FoundCitations['get']> = []) =>
  found.map(({ roundId: _, ...citation }) => citation);

export const Recording = Type.Object({
  url: FileAddress,
  transcript: Type.String(),
  seconds: Type.Number({ description: 'Length' }),
});

export const MessageView = Type.Object(
  {
    id: Type.String(),
    roundId: Type.Union([Type.String(), Type.Null()], {
      description: 'Of questions and answers; use it to get trace and citations',
    }),
    role: oneOf(
      ['user', 'assistant', 'human', 'service'],
      'human: a person; service: a notice about the human session',
    ),
    author: NullableText({ description: 'Name of the operator who wrote it in the inbox; null for others' }),
    authorId: NullableText({ description: 'ID of that operator' }),
    text: Type.String(),
    files: Type.Array(Type.Object({ ...attachedFields, url: FileAddress })),
    recordings: Type.Array(Recording, {
      description: 'Of spoken answers',
    }),
    createdAt: Time,
    round: Type.Union([Type.Object(roundStateFields), Type.Null()]),
    citations: Type.Array(CitedDocument, {
      description: 'Of answers; get the text of the chunks with the round',
    }),
  },
  { title: 'Message' },
);

export const roundIdOf = (message: TranscriptMessage): string | null => {
  if (message.kind === 'human') return null;
  return message.kind === 'question' ? message.id : message.roundId;
};

export const operatorIdOf = (message: TranscriptMessage): string | null =>
  message.kind === 'human' ? message.operatorId : null;

const roleOf = (message: TranscriptMessage) => {
  if (message.kind === 'human') return message.sender;
  return message.kind === 'question' ? ('user' as const) : ('assistant' as const);
};

export type LinkFile = SharedFiles['link'];

const linkFiles = (message: TranscriptMessage, link: LinkFile) => {
  const files =
    message.kind === 'answer' ? [] : filesOf(message.kind === 'human' ? message.files : message.parts);
  return Promise.all(
    files.map(async (file) => ({
      ...file,
      url: file.removedAfterDays === undefined ? await link(file.id) : '',
    })),
  );
};

export const linkRecordings = (outputs: readonly ReplyOutput[], link: LinkFile) => {
  const spoken = outputs.flatMap(({ audio }) => audio);
  return Promise.all(
    spoken.map(async ({ fileId, transcript, seconds }) => ({ url: await link(fileId), transcript, seconds })),
  );
};

export const presentMessage = async (
  message: TranscriptMessage,
  states: ReadonlyMap<string, RoundState>,
  citations: FoundCitations,
  operatorNames: ReadonlyMap<string, string>,
  link: LinkFile,
) => {
  const roundId = roundIdOf(message);
  const state = roundId === null ? undefined : states.get(roundId);
  return {
    id: message.id,
    roundId,
    role: roleOf(message),
    author: operatorNames.get(operatorIdOf(message) ?? '') ?? null,
    authorId: operatorIdOf(message),
    text: message.text,
    files: await linkFiles(message, link),
    recordings: await linkRecordings(message.kind === 'answer' ? message.outputs : [], link),
    createdAt: toTime(message.createdAtMs),
    round: state ? presentRoundState(state) : null,
    citations: message.kind === 'answer' ? presentCitations(citations.get(message.roundId)) : [],
  };
};
