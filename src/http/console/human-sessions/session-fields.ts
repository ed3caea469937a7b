import { Type } from 'typebox';
import { findPlatforms } from '../../../channels/index.ts';
import type { Database } from '../../../db/index.ts';
import type { HumanSession } from '../../../handoff/index.ts';
import { readNames } from '../../../operations/index.ts';
import { oneOf } from '../../schema.ts';
import { Platform } from '../conversations/conversation-view.ts';
import { NullableText, NullableTime, Time, toNullableTime, toTime } from '../wire/wire-schemas.ts';

export const Backend = oneOf(
  ['webhook', 'inbox'],
  'webhook: a human service answers; inbox: operators answer in the console',
);

/** What all views of a human session contain. */
export const sessionFields = {
  id: Type.String(),
  agentId: Type.String(),
  agentName: Type.String(),
  conversationId: Type.String(),
  subject: Type.String({ description: 'Beginning of the first question; empty if there is none yet' }),
  channel: Type.String(),
  platform: Platform,
  backend: Backend,
  trigger: Type.String({ examples: ['tool', 'phrase', 'flow', 'button', 'operator'] }),
  closeReason: NullableText({ examples: ['HUMAN_CLOSED', 'USER_CLOSED', 'TIMEOUT', 'OPERATOR_CLOSED'] }),
  missed: Type.Union([oneOf(['not_taken', 'no_reply', 'user_left', 'unreachable']), Type.Null()], {
    description:
      'Why the user got no reply. not_taken: no operator took the session in time; no_reply: nobody replied in time; user_left: the user left while waiting; unreachable: the human service was not reached',
  }),
  rating: Type.Union(
    [
      Type.Object({
        stars: Type.Integer({ minimum: 1, maximum: 5 }),
        comment: Type.String(),
        ratedAt: Time,
      }),
      Type.Null(),
    ],
    { description: 'How the user rated the session after its end; null: not rated' },
  ),
  createdAt: Time,
  closedAt: NullableTime,
  deadlineAt: NullableTime,
};

/** Reads the names of agents and conversations, and returns a function that presents each of the sessions. */
export const createReadSessionFields =
  ({ db }: { db: Database }) =>
  async (sessions: readonly HumanSession[]) => {
    const [agents, subjects, platforms] = await Promise.all([
      readNames(
        db.query,
        'agent',
        sessions.map(({ agentId }) => agentId),
      ),
      readNames(
        db.query,
        'conversation',
        sessions.map(({ conversationId }) => conversationId),
      ),
      findPlatforms(
        db.query,
        sessions.map(({ conversationId, channel }) => ({ id: conversationId, channel })),
      ),
    ]);
    return (session: HumanSession) => ({
      id: session.id,
      agentId: session.agentId,
      agentName: agents.get(session.agentId) ?? '',
      conversationId: session.conversationId,
      subject: subjects.get(session.conversationId) ?? '',
      channel: session.channel,
      platform: platforms.get(session.conversationId) ?? null,
      backend: session.backend,
      trigger: session.trigger,
      closeReason: session.closeReason,
      missed: session.missed,
      rating: session.rating && {
        stars: session.rating.stars,
        comment: session.rating.comment,
        ratedAt: toTime(session.rating.atMs),
      },
      createdAt: toTime(session.createdAtMs),
      closedAt: toNullableTime(session.closedAtMs),
      deadlineAt: toNullableTime(session.deadlineAtMs),
    });
  };
