import type { Agents } from '../agents/index.ts';
import type { Handle } from '../db/index.ts';
import { findNewestRound } from '../rounds/index.ts';
import type { Delivery, Webhooks } from '../webhooks/index.ts';
import type { CloseHumanSession } from './close-human-session.ts';
import type { HumanSessionRow } from './human-session.ts';
import {
  findHumanSessionByEstablish,
  findLiveHumanSession,
  lockHumanSessions,
} from './human-session-store.ts';
import type { OpenHumanSession } from './open-human-session.ts';
import type { ReportWaiting } from './report-waiting.ts';
import type { SendToUser } from './send-to-user.ts';
import { findTextToUser } from './text-to-user.ts';
import type { UpdateSession } from './update-session.ts';

interface FollowDependencies {
  agents: Pick<Agents, 'findIn'>;
  outbox: Pick<Webhooks, 'onDelivered' | 'onAttemptFailed'>;
  open: OpenHumanSession;
  close: CloseHumanSession;
  sendToUser: SendToUser;
  update: UpdateSession;
  reportWaiting: ReportWaiting;
}

/** Updates a session when its calls to the human service succeed or fail, see the table in handoff.ts. */
export const followDeliveries = ({
  agents,
  outbox,
  open,
  close,
  sendToUser,
  update,
  reportWaiting,
}: FollowDependencies): void => {
  const humanSessionOf = async (tx: Handle, delivery: Delivery): Promise<HumanSessionRow | undefined> => {
    if (delivery.target !== 'human_service' || delivery.conversationId === null) return undefined;
    if (delivery.kind !== 'establish' && delivery.kind !== 'chat') return undefined;
    await lockHumanSessions(tx, delivery.conversationId);
    const session = await (delivery.kind === 'establish'
      ? findHumanSessionByEstablish(tx, delivery.id)
      : findLiveHumanSession(tx, delivery.conversationId));
    // An earlier session of the conversation may have had another backend.
    return session?.backend === 'webhook' ? session : undefined;
  };

  outbox.onDelivered(async (tx, delivery) => {
    if (delivery.kind !== 'establish') return;
    const session = await humanSessionOf(tx, delivery);
    // Closed meanwhile, or already opened by a reply that was faster than the answer to our call.
    if (session?.status !== 'opening') return;
    const opened = await open(tx, session, {});
    const agent = await agents.findIn(tx, session.agent_id);
    if (agent) await reportWaiting(tx, agent, opened, 'started');
  });

  outbox.onAttemptFailed(async (tx, delivery) => {
    let session = await humanSessionOf(tx, delivery);
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
      session = await update(tx, session, { told_unreachable: 1 });
      if (text !== '')
        await sendToUser(tx, { agent, session, sender: 'service', text, givenTimestamp: null });
    }
    // No person will come, so the agent answers again.
    if (isLost) await close(tx, { agent, session, reason: 'UNREACHABLE' });
  });
};
