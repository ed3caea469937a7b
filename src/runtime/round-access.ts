import type { Agent } from '../agents/index.ts';
import { pageChannels } from '../channels/index.ts';
import type { FairOwner } from '../lib/fair-queue.ts';
import type { Round, RoundRequest } from '../rounds/index.ts';
import { isAnonymousId } from '../users/index.ts';

/** Whose attributes, memories and records the round may see; null when nobody vouches for the user. */
export const provenUserOf = ({ userId, request }: Pick<Round, 'userId' | 'request'>): string | null =>
  request.userClaimed ? null : userId;

/** Whether the model may use the agent's tables in this conversation. */
export const mayUseTables = ({ settings }: Agent, { channel }: Pick<Round, 'channel'>): boolean =>
  settings.tables.visitors || !pageChannels.some((name) => name === channel);

/**
 * Whose turn the work of a round uses. A visitor stands for themselves, whatever user they claim to be: they cannot
 * use up the turns of that user.
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

/** On whose behalf tools are called. */
export const callerOf = (round: Pick<Round, 'workspaceId' | 'userId' | 'conversationId' | 'request'>) => ({
  workspaceId: round.workspaceId,
  userId: round.userId,
  // A guest keeps attributes and records of their own, but nobody has said who they are.
  isUserProven: provenUserOf(round) !== null && !isAnonymousId(round.userId),
  conversationId: round.conversationId,
});
