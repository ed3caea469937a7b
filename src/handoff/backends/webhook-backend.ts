import type { Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { findChatPhone } from '../../users/index.ts';
import type { NewDelivery } from '../../webhooks/index.ts';
import { establishBody } from '../establish-body.ts';
import { withFiles } from '../files-of-call.ts';
import type { CloseReason } from '../human-session.ts';
import { hasUndelivered } from '../human-session-store.ts';
import { testMark } from '../test-mark.ts';
import type { HumanBackend } from './human-backend.ts';

const establishPath = '/conversation/establish';
const closePath = '/conversation/close';

/** The call to the human service. None if it closed the session itself or never got it. */
const wireType: Record<CloseReason, 'TIMEOUT' | 'USER_CLOSED' | null> = {
  TIMEOUT: 'TIMEOUT',
  USER_CLOSED: 'USER_CLOSED',
  // The contract has two types. This is the one that is not a timeout.
  OPERATOR_CLOSED: 'USER_CLOSED',
  HUMAN_CLOSED: null,
  UNREACHABLE: null,
};

interface WebhookDependencies {
  enqueue: (tx: Handle, delivery: NewDelivery) => Promise<string>;
  clock: Clock;
  fileUrl: (fileId: string) => Promise<string>;
}

/** The developer's human service: each event is a delivery to it. */
export const createWebhookBackend = ({ enqueue, clock, fileUrl }: WebhookDependencies): HumanBackend => ({
  establish: async (tx, { agent, conversation, rounds, emails }) => ({
    deliveryId: await enqueue(tx, {
      agent,
      conversationId: conversation.id,
      kind: 'establish',
      target: 'human_service',
      path: establishPath,
      body: {
        ...establishBody(
          conversation,
          rounds,
          emails,
          clock.nowMs(),
          await findChatPhone(tx, conversation.id),
        ),
        ...(await withFiles(
          rounds.flatMap(({ files }) => files),
          fileUrl,
        )),
      },
    }),
    isOpen: false,
  }),
  chat: async (tx, { agent, session, channel, text, files }) => {
    await enqueue(tx, {
      agent,
      conversationId: session.conversation_id,
      kind: 'chat',
      target: 'human_service',
      path: agent.settings.humanService.chatPath,
      body: {
        conversation_id: session.conversation_id,
        timestamp: clock.nowMs(),
        body: text,
        ...testMark(channel),
        ...(await withFiles(files, fileUrl)),
      },
    });
    return session;
  },
  close: async (tx, { agent, session, channel, reason }) => {
    const type = wireType[reason];
    if (type === null) return;
    const conversationId = session.conversation_id;
    await enqueue(tx, {
      agent,
      conversationId,
      kind: 'close',
      target: 'human_service',
      path: closePath,
      body: { conversation_id: conversationId, timestamp: clock.nowMs(), type, ...testMark(channel) },
    });
  },
  isBehind: hasUndelivered,
});
