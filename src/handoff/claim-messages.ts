import type { Agent } from '../agents/index.ts';
import { type Handle, sideBySide } from '../db/index.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { asksForHuman } from './asks-for-human.ts';
import type { HumanBackends } from './backends/human-backend.ts';
import type { HandledRound, IncomingMessage, Takeover } from './handoff-messages.ts';
import { findLiveHumanSession, findSilencingHumanSession, lockHumanSessions } from './human-session-store.ts';
import type { LeaveMessage } from './left-messages/leave-message.ts';
import { hasHumanService, mayTakeOver, reachesUser } from './may-take-over.ts';
import type { NotableListener } from './notable-event.ts';
import type { OpenHumanSession } from './open-human-session.ts';
import type { StartHumanSession } from './start-human-session.ts';
import type { TellConnecting } from './tell-connecting.ts';

interface ClaimDependencies {
  backends: HumanBackends;
  start: StartHumanSession;
  open: OpenHumanSession;
  leave: Pick<LeaveMessage, 'receive' | 'tellIfUnanswered'>;
  tellConnecting: TellConnecting;
  onNotable: NotableListener;
}

/** Decides who answers a message of the user, the agent or a person, and passes it on to the person. */
export const createClaimMessages = ({
  backends,
  start,
  open,
  leave,
  tellConnecting,
  onNotable,
}: ClaimDependencies) => {
  const isPossible = (agent: Agent, sent: { mode: string; channel: string }): boolean =>
    mayTakeOver(sent) && hasHumanService(agent) && reachesUser(agent, sent.channel);

  /** Called at the start of the transaction that stores a message: does a person or the agent answer it? */
  const claimMessage = async (
    tx: Handle,
    message: Omit<IncomingMessage, 'files'>,
  ): Promise<Takeover | undefined> => {
    const { agent, conversationId, text } = message;
    if (!mayTakeOver(message)) return undefined;
    const [, session] = await sideBySide([
      lockHumanSessions(tx, conversationId),
      findLiveHumanSession(tx, conversationId),
    ]);
    if (session) return { session };
    const asks = isPossible(agent, message) && asksForHuman(agent.settings.humanService.phrases, text);
    return asks ? { session: undefined } : undefined;
  };

  /**
   * Passes on a claimed message after its round is stored. Returns the session's id. Undefined if the
   * user has to enter an e-mail address first.
   */
  const passOn = async (
    tx: Handle,
    { session }: Takeover,
    { agent, conversationId, channel, text, files }: IncomingMessage,
  ): Promise<string | undefined> => {
    // The context of `establish` contains the message that starts a session.
    if (!session) {
      const { session: asked, started } = await start(tx, {
        agent,
        conversationId,
        trigger: 'phrase',
      });
      if (asked) {
        await leave.tellIfUnanswered(tx, { agent, session: asked, started, message: text });
        await tellConnecting(tx, { agent, session: asked, started, message: text });
      }
      return asked?.id;
    }
    if (session.status === 'awaiting_message') {
      await leave.receive(tx, { agent, sessionId: session.id, text });
      return session.id;
    }
    const message = { agent, session, channel, text, files };
    const current = await backends[session.backend].chat(tx, message);
    const restartsDeadline = current.has_replied === 1 || current.snoozed_until !== null;
    if (current.status === 'open' && restartsDeadline) await open(tx, current, {});
    // The first message after a reply. More of them would only repeat that the user waits.
    if (session.assignee_id !== null && session.unread === 0)
      await onNotable(tx, { kind: 'replied', session: current, operatorId: session.assignee_id });
    faultPoint('handoff-chatting');
    return session.id;
  };

  /** The session because of which the agent does not reply to this round, if any. */
  const silencedBy = async (tx: Handle, round: HandledRound): Promise<string | undefined> => {
    if (!mayTakeOver(round)) return undefined;
    const [, sessionId] = await sideBySide([
      lockHumanSessions(tx, round.conversationId),
      findSilencingHumanSession(tx, { ...round, roundId: round.id }),
    ]);
    return sessionId;
  };

  return { isPossible, claimMessage, passOn, silencedBy };
};
