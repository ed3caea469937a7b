import type { Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { type Deadline, patienceMs } from './deadline.ts';
import type { HumanSessionRow } from './human-session.ts';
import { previewOf } from './inbox/preview-of.ts';
import { findUserMessage } from './inbox/receipt-store.ts';
import type { UpdateSession } from './update-session.ts';

interface OpenDependencies {
  clock: Clock;
  deadline: Deadline;
  update: UpdateSession;
}

/**
 * Opens a session, or records a message in an open one. Both restart its deadline. A reply to a left message does not open it:
 * the agent goes on answering.
 */
export const createOpenHumanSession =
  ({ clock, deadline, update }: OpenDependencies) =>
  async (
    tx: Handle,
    session: HumanSessionRow,
    /** `replyText`: a person replied with it. */
    { replyText }: { replyText?: string },
  ): Promise<HumanSessionRow> => {
    const nowMs = clock.nowMs();
    const isReply = replyText !== undefined;
    const isLeft = session.status === 'left_message';
    const hasReplied = isReply ? 1 : session.has_replied;
    const answered =
      isReply && session.backend === 'inbox'
        ? await findUserMessage(tx, { conversationId: session.conversation_id })
        : undefined;
    const opened = await update(tx, session, {
      ...(!isLeft && {
        status: 'open' as const,
        leave_reason: null,
        missed: null,
        snoozed_until: null,
        opened_at: session.opened_at ?? nowMs,
        deadline_at: nowMs + patienceMs({ ...session, has_replied: hasReplied }),
      }),
      has_replied: hasReplied,
      ...(isReply && {
        first_reply_at: session.first_reply_at ?? nowMs,
        waiting_since: null,
        told_unreachable: 0,
        unread: 0,
        last_text: previewOf(replyText),
        last_from: 'person' as const,
        missed: null,
      }),
      // Whoever replies has read the messages before.
      ...(answered && { read_sequence: answered.sequence, read_message_id: answered.id }),
    });
    await deadline.watch(tx, opened, session.deadline_at);
    faultPoint('handoff-opening');
    return opened;
  };

export type OpenHumanSession = ReturnType<typeof createOpenHumanSession>;
