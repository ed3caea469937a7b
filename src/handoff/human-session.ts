import type { Selectable } from 'kysely';
import type { Schema } from '../db/index.ts';

export type HumanSessionRow = Selectable<Schema['human_sessions']>;
export type MessageRow = Selectable<Schema['human_messages']>;

/** A page of the site with the chat. */
export interface UserPage {
  url: string;
  /** Empty if unknown. */
  title: string;
}

export type HumanSessionStatus = HumanSessionRow['status'];
export type HumanSessionTrigger = HumanSessionRow['trigger_kind'];
export type LeaveReason = NonNullable<HumanSessionRow['leave_reason']>;
export type CloseReason = NonNullable<HumanSessionRow['close_reason']>;

/** A session as other modules see it. */
export interface HumanSession {
  id: string;
  workspaceId: string;
  agentId: string;
  conversationId: string;
  channel: string;
  status: HumanSessionStatus;
  trigger: HumanSessionTrigger;
  closeReason: CloseReason | null;
  hasReplied: boolean;
  createdAtMs: number;
  openedAtMs: number | null;
  closedAtMs: number | null;
  /** Time at which it times out without a message. Null while it is opening or closed. */
  deadlineAtMs: number | null;
  backend: HumanSessionRow['backend'];
  /** The operator who answers in the inbox. */
  assigneeId: string | null;
  /** Since when the user waits for a reply. Null if the newest message is of a person. */
  waitingSinceMs: number | null;
  firstReplyAtMs: number | null;
  /** The operator who closed it in the inbox, and their note. */
  closedBy: string | null;
  closeNote: string | null;
  closedReason: HumanSessionRow['closed_reason'];
  missed: HumanSessionRow['missed'];
  unread: number;
  lastMessage: { from: HumanSessionRow['last_from']; text: string };
  /** Until then it is not in the queues of open sessions. */
  snoozedUntilMs: number | null;
  /** How the user rated the session. */
  rating: { stars: number; comment: string; atMs: number } | null;
  /** Why the user was asked to leave a message. null: they were not. */
  leaveReason: HumanSessionRow['leave_reason'];
  /** Address for replies to the left message. */
  leftEmail: string | null;
  leftAtMs: number | null;
  /** The newest reply that the user's chat has displayed. */
  seenMessageId: string | null;
  /** Page of the site on which the user is, or was at the end. */
  page: UserPage | null;
  /** Increased by every change. */
  version: number;
}

const ratingOf = ({ rating, rating_comment, rated_at }: HumanSessionRow): HumanSession['rating'] =>
  rating === null || rated_at === null
    ? null
    : { stars: rating, comment: rating_comment ?? '', atMs: rated_at };

export const toHumanSession = (row: HumanSessionRow): HumanSession => ({
  id: row.id,
  workspaceId: row.workspace_id,
  agentId: row.agent_id,
  conversationId: row.conversation_id,
  channel: row.channel,
  status: row.status,
  trigger: row.trigger_kind,
  closeReason: row.close_reason,
  hasReplied: row.has_replied === 1,
  createdAtMs: row.created_at,
  openedAtMs: row.opened_at,
  closedAtMs: row.closed_at,
  deadlineAtMs: row.deadline_at,
  backend: row.backend,
  assigneeId: row.assignee_id,
  waitingSinceMs: row.waiting_since,
  firstReplyAtMs: row.first_reply_at,
  closedBy: row.closed_by,
  closeNote: row.close_note,
  closedReason: row.closed_reason,
  missed: row.missed,
  unread: row.unread,
  lastMessage: { from: row.last_from, text: row.last_text },
  snoozedUntilMs: row.snoozed_until,
  rating: ratingOf(row),
  leaveReason: row.leave_reason,
  leftEmail: row.left_email,
  leftAtMs: row.left_at,
  seenMessageId: row.seen_message_id,
  page: row.page_url === null ? null : { url: row.page_url, title: row.page_title ?? '' },
  version: row.version,
});

/** A message of a person, or of the service instead, to the user. */
export interface HumanMessage {
  messageId: string;
  answerId: string;
  conversationId: string;
  sender: 'human' | 'service';
  text: string;
  /** Placed after the round with this sequence and before the next. */
  afterSequence: number;
  /** Order among the messages. */
  position: number;
  createdAtMs: number;
}

export const toHumanMessage = (row: MessageRow): HumanMessage => ({
  messageId: row.id,
  answerId: row.answer_id,
  conversationId: row.conversation_id,
  sender: row.sender,
  text: row.text,
  afterSequence: row.after_sequence,
  position: row.position,
  createdAtMs: row.created_at,
});
