import type { Agents } from '../agents/index.ts';
import type { Handle } from '../db/index.ts';
import { findNewestRound } from '../rounds/index.ts';
import type { Delivery, Webhooks } from '../webhooks/index.ts';
import type { CloseSession } from './close-session.ts';
import type { OpenSession } from './open-session.ts';
import type { SayToUser } from './say-to-user.ts';
import type { SessionRow } from './session.ts';
import { findLiveSession, findSessionByEstablish, lockSessions, updateSession } from './session-store.ts';
import { findTextToUser } from './text-to-user.ts';

interface FollowDependencies {
  agents: Pick<Agents, 'findIn'>;
  outbox: Pick<Webhooks, 'onDelivered' | 'onAttemptFailed'>;
  open: OpenSession;
  close: CloseSession;
  say: SayToUser;
}

/** What becomes of a session as its calls to the human service succeed or fail; see the table in handoff.ts. */
export const followDeliveries = ({ agents, outbox, open, close, say }: FollowDependencies): void => {
  const sessionOf = async (tx: Handle, delivery: Delivery): Promise<SessionRow | undefined> => {
    if (delivery.target !== 'human_service' || delivery.conversationId === null) return undefined;
    if (delivery.kind !== 'establish' && delivery.kind !== 'chat') return undefined;
    await lockSessions(tx, delivery.conversationId);
    return delivery.kind === 'establish'
      ? findSessionByEstablish(tx, delivery.id)
      : findLiveSession(tx, delivery.conversationId);
  };

  outbox.onDelivered(async (tx, delivery) => {
    if (delivery.kind !== 'establish') return;
    const session = await sessionOf(tx, delivery);
    // Closed meanwhile, or opened already by a reply that was quicker than the answer to our call.
    if (session?.status === 'opening') await open(tx, session, {});
  });

  outbox.onAttemptFailed(async (tx, delivery) => {
    const session = await sessionOf(tx, delivery);
    if (!session || session.status === 'closed') return;
    const isLost = delivery.kind === 'establish' && delivery.status === 'dead';
    if (session.told_unreachable === 1 && !isLost) return;
    const agent = await agents.findIn(tx, session.agent_id);
    if (!agent) return;
    if (session.told_unreachable === 0) {
      const newest = await findNewestRound(tx, session.conversation_id);
      const text = await findTextToUser(tx, 'unreachableText', {
        settings: agent.settings,
        conversationId: session.conversation_id,
        message: newest?.question_text ?? '',
      });
      await updateSession(tx, session.id, { told_unreachable: 1 });
      if (text !== '') await say(tx, { agent, session, sender: 'service', text, givenTimestamp: null });
    }
    // Nobody will come: better an agent than silence for ever.
    if (isLost) await close(tx, { agent, session, reason: 'UNREACHABLE' });
  });
};
