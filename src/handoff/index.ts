export { asksForHuman } from './asks-for-human.ts';
export type { HandoffRequest, HumanReply } from './handoff.ts';
export {
  createHandoff,
  type Handoff,
  type Takeover,
} from './handoff.ts';
export type { HumanSession } from './human-session.ts';
export { toHumanSession } from './human-session.ts';
export type { CannedReply } from './inbox/canned-replies/canned-replies.ts';
export { replyVariables } from './inbox/canned-replies/fill-variables.ts';
export type { InboxNews } from './inbox/inbox-feed.ts';
export type { InboxPlace } from './inbox/inbox-place.ts';
export type { InboxCursor, InboxQueue, InboxTotals } from './inbox/inbox-store.ts';
export { readSessionLabels } from './inbox/labels/label-store.ts';
export { type Label, labelColors } from './inbox/labels/labels.ts';
export { readUnseenMentions } from './inbox/notes/note-store.ts';
export type { Note } from './inbox/notes/notes.ts';
export type { NotableEvent } from './notable-event.ts';
export type { MessageToUser } from './send-to-user.ts';
