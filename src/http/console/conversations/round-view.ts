import { type Static, Type } from 'typebox';
import type { QuestionAndAnswer, RoundDetail, TraceStep } from '../../../rounds/index.ts';
import { oneOf } from '../../schema.ts';
import { formatCredits } from '../usage/credit-routes.ts';
import { NullableTime, Time, toNullableTime, toTime } from '../wire/wire-schemas.ts';
import { CreditText } from './conversation-view.ts';
import {
  AttachedFile,
  feedbackFields,
  filesOf,
  type LinkFile,
  linkRecordings,
  presentRoundState,
  Recording,
  roundStateFields,
  Spans,
} from './message-view.ts';
import { type FindTestChatOperator, TestChatOperator } from './test-chat-operators.ts';

const Tokens = Type.Object(
  {
    promptTokens: Type.Integer(),
    promptAudioTokens: Type.Integer(),
    promptCachedTokens: Type.Optional(Type.Integer({ description: 'If the provider reports it' })),
    completionTokens: Type.Integer(),
    reasoningTokens: Type.Integer(),
    completionAudioTokens: Type.Integer(),
    estimated: Type.Boolean({ description: 'Counted by the service because the provider did not report it' }),
  },
  { title: 'Tokens' },
);

const startedFields = {
  kind: oneOf(['recognition', 'memory', 'retrieval', 'model', 'tool', 'component', 'speech']),
  name: Type.String(),
  startMs: Type.Number({ description: 'Time since the round was accepted' }),
  detail: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Of a retrieval: query and chunks with their scores. Of a tool: arguments and result.',
  }),
};

const stepFields = {
  ...startedFields,
  durationMs: Type.Number(),
  tokens: Type.Union([Tokens, Type.Null()]),
  credits: Type.Union([CreditText, Type.Null()]),
  error: Type.Union([Type.String(), Type.Null()]),
};

export const Step = Type.Object(stepFields, { title: 'TraceStep' });

const StepId = Type.Integer({ description: 'Number of the step, in the order of their start' });

/** A step while the round runs: sent when it starts and when it ends. */
export const LiveStepView = Type.Union(
  [
    Type.Object({ state: Type.Literal('started'), id: StepId, ...startedFields }),
    Type.Object({ state: Type.Literal('ended'), id: StepId, ...stepFields }),
  ],
  { title: 'LiveStep' },
);

const Citation = Type.Object(
  {
    documentId: Type.String(),
    documentName: Type.String(),
    chunkId: Type.String({ description: 'Best chunk of the passage' }),
    chunkIds: Type.Array(Type.String(), { description: 'All chunks of the passage, in their order' }),
    sourceUrl: Type.String(),
    content: Type.String({ description: 'Text at the time of the answer' }),
    score: Type.Number(),
    spans: Spans,
  },
  { title: 'Citation' },
);

export const RoundView = Type.Object(
  {
    id: Type.String(),
    answerId: Type.String(),
    conversationId: Type.String(),
    userId: Type.String(),
    operator: TestChatOperator,
    channel: Type.String(),
    sequence: Type.Integer({ description: 'Position in the conversation, from 1' }),
    apiVersion: Type.Integer(),
    question: Type.String(),
    files: Type.Array(AttachedFile),
    answer: Type.String(),
    humanAnswer: Type.String({ description: 'Reply of a person before the next round' }),
    tokens: Type.Union([Tokens, Type.Null()]),
    ...roundStateFields,
    createdAt: Time,
    endedAt: NullableTime,
    trace: Type.Array(Step),
    citations: Type.Array(Citation),
    recordings: Type.Array(Recording, { description: 'Of a spoken answer' }),
  },
  { title: 'Round' },
);

export const QaView = Type.Object(
  {
    id: Type.String(),
    answerId: Type.String(),
    conversationId: Type.String(),
    userId: Type.String(),
    operator: TestChatOperator,
    channel: Type.String(),
    question: Type.String(),
    answer: Type.String(),
    humanAnswer: Type.String(),
    ...feedbackFields,
    createdAt: Time,
  },
  { title: 'QuestionAndAnswer' },
);

/** What the model was sent is returned by its own route, to operators who may change the agent. */
const withoutRequest = ({ request: _request, ...detail }: NonNullable<TraceStep['detail']> = {}) => detail;

export const presentStep = ({
  kind,
  name,
  startMs,
  durationMs,
  tokens,
  costNano,
  detail,
  error,
}: TraceStep): Static<typeof Step> => ({
  kind,
  name,
  startMs,
  durationMs,
  tokens: tokens ?? null,
  credits: costNano === undefined ? null : formatCredits(costNano),
  detail: withoutRequest(detail),
  error: error ?? null,
});

export const presentQa = (
  round: QuestionAndAnswer,
  operatorOf: FindTestChatOperator,
): Static<typeof QaView> => ({
  id: round.id,
  answerId: round.answerId,
  conversationId: round.conversationId,
  userId: round.userId,
  operator: operatorOf(round.userId, round.channel),
  channel: round.channel,
  question: round.question,
  answer: round.answer,
  humanAnswer: round.humanAnswer,
  feedback: round.feedback,
  feedbackReason: round.feedbackReason,
  feedbackComment: round.feedbackComment,
  createdAt: toTime(round.createdAtMs),
});

export const presentRound = async (
  { round, steps, citations }: RoundDetail,
  operatorOf: FindTestChatOperator,
  link: LinkFile,
): Promise<Static<typeof RoundView>> => ({
  ...presentQa(round, operatorOf),
  sequence: round.sequence,
  apiVersion: round.apiVersion,
  files: filesOf(round.parts),
  tokens: round.usage?.tokens ?? null,
  ...presentRoundState(round),
  endedAt: toNullableTime(round.endedAtMs),
  trace: steps.map(presentStep),
  citations: citations.map(({ roundId: _, ...citation }) => citation),
  recordings: await linkRecordings(round.outputs, link),
});
