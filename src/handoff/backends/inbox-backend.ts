import type { Clock } from '../../lib/clock.ts';
import type { Assignment } from '../inbox/assignment/assignment.ts';
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
  assignment,
}: {
  update: UpdateSession;
  clock: Clock;
  assignment: Assignment;
}): HumanBackend => ({
  establish: async (tx, { agent, sessionId, conversation }) => {
    if (agent.settings.humanService.inbox.assignment === 'round_robin')
      await assignment.request(tx, conversation.workspace_id);
    return { deliveryId: sessionId, isOpen: true };
  },
  chat: async (tx, { session, text }) => {
    // A message of the user ends the snooze, see `passOn`.
    if (session.snoozed_until !== null && session.assignee_id === null && session.assignment_limit !== null)
      await assignment.request(tx, session.workspace_id);
    return update(tx, session, {
      waiting_since: session.waiting_since ?? clock.nowMs(),
      unread: session.unread + 1,
      last_text: previewOf(text),
      last_from: 'user',
    });
  },
  close: async (tx, { session }) => {
    if (session.assignee_id === null) return;
    if (session.assignment_limit === null) await assignment.requestIfNeeded(tx, session.workspace_id);
    else await assignment.request(tx, session.workspace_id);
  },
  isBehind: async () => false,
});
