import { type Static, Type } from 'typebox';
import { type Correction, correctionLimits } from '../../../corrections/index.ts';
import {
  AgentParams,
  NullableText,
  NullableTime,
  Time,
  toNullableTime,
  toTime,
} from '../wire/wire-schemas.ts';

export const correctionTags = ['Corrections'];
export const correctionsPath = '/workspaces/:workspaceId/agents/:agentId/corrections';
export const CorrectionParams = Type.Object({ ...AgentParams.properties, correctionId: Type.String() });

export const CorrectionView = Type.Object(
  {
    id: Type.String(),
    question: Type.String(),
    answer: Type.String(),
    knowledgeBaseId: NullableText({ description: 'null: belongs to no knowledge base' }),
    enabled: Type.Boolean(),
    source: Type.Union(
      [Type.Object({ conversationId: Type.String(), roundId: Type.String() }), Type.Null()],
      {
        description: 'The round whose answer was corrected; null if there is none or it was erased',
      },
    ),
    author: Type.Object(
      { id: Type.String(), email: Type.String() },
      { description: 'Who changed it last. `email` is empty for a token' },
    ),
    hitCount: Type.Integer({
      description: 'Rounds that used it, without test chats. Updated every few seconds',
    }),
    lastHitAt: NullableTime,
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Correction' },
);

export const presentCorrection = ({
  isEnabled,
  lastHitAtMs,
  createdAtMs,
  updatedAtMs,
  agentId: _agentId,
  ...rest
}: Correction): Static<typeof CorrectionView> => ({
  ...rest,
  enabled: isEnabled,
  lastHitAt: toNullableTime(lastHitAtMs),
  createdAt: toTime(createdAtMs),
  updatedAt: toTime(updatedAtMs),
});

/** For the audit log. */
export const contentOf = ({ question, answer, knowledgeBaseId, isEnabled }: Correction) => ({
  question,
  answer,
  knowledgeBaseId,
  enabled: isEnabled,
});

export const correctionFields = {
  question: Type.String({
    minLength: 1,
    maxLength: correctionLimits.questionCharacters,
    description: 'Must be understandable without earlier messages. Line breaks become spaces',
    examples: ['How long does shipping take?'],
  }),
  answer: Type.String({
    minLength: 1,
    maxLength: correctionLimits.answerCharacters,
    description: 'Markdown',
    examples: ['Two working days.'],
  }),
  knowledgeBaseId: NullableText({
    maxLength: 100,
    description:
      'Calls that restrict their knowledge use only corrections of the knowledge bases that they name; null: only calls without a restriction use it',
  }),
  enabled: Type.Boolean({ description: 'false: not used' }),
};
