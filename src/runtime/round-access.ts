import type { Agent } from '../agents/index.ts';
import { pageChannels } from '../channels/index.ts';
import type { FairOwner } from '../lib/fair-queue.ts';
import type { Round, RoundRequest } from '../rounds/index.ts';
import { isAnonymousId } from '../users/index.ts';

/** Whose attributes, memories and records the round may read. Null if the user is not verified. */
export const provenUserOf = ({ userId, request }: Pick<Round, 'userId' | 'request'>): string | null =>
  request.userClaimed ? null : userId;

/** Whether the model may use the agent's tables in this conversation. */
export const mayUseTables = ({ settings }: Agent, { channel }: Pick<Round, 'channel'>): boolean =>
  settings.tables.visitors || !pageChannels.some((name) => name === channel);

/**
 * Owner of the round's share of workers. A visitor counts as themselves, whatever user they claim to be: they cannot
 * use up the share of that user.
 */
export const ownerOf = ({
  workspaceId,
  agentId,
  userId,
  request: { visitorId },
}: Pick<Round, 'workspaceId' | 'agentId' | 'userId'> & {
  request: Pick<RoundRequest, 'visitorId'>;
}): FairOwner => ({
  workspaceId,
  userId: visitorId === undefined ? `user:${agentId}:${userId}` : `visitor:${visitorId}`,
});

/** The user of tool calls. */
export const callerOf = (round: Pick<Round, 'workspaceId' | 'userId' | 'conversationId' | 'request'>) => ({
  workspaceId: round.workspaceId,
  userId: round.userId,
  // An anonymous visitor has their own attributes and records, but their identity is unknown.
  isUserProven: provenUserOf(round) !== null && !isAnonymousId(round.userId),
  conversationId: round.conversationId,
});
