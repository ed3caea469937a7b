import type { Clock } from '../../lib/clock.ts';
import { previewOf } from '../inbox/preview-of.ts';
import type { UpdateSession } from '../update-session.ts';
import type { HumanBackend } from './human-backend.ts';

/**
 * The inbox of the console. Sessions and messages are in the database, where operators read them. So nothing has to be
 * delivered: a session waits in the queue from its start.
 */
export const createInboxBackend = ({
  update,
  clock,
}: {
  update: UpdateSession;
  clock: Clock;
}): HumanBackend => ({
  establish: async (_tx, { sessionId }) => ({ deliveryId: sessionId, isOpen: true }),
  chat: (tx, { session, text }) =>
    update(tx, session, {
      waiting_since: session.waiting_since ?? clock.nowMs(),
      unread: session.unread + 1,
      last_text: previewOf(text),
      last_from: 'user',
    }),
  close: async () => {},
  isBehind: async () => false,
});
