export { asksForHuman } from './asks-for-human.ts';
export type { HandoffRequest, HumanReply } from './handoff.ts';
export {
  createHandoff,
  type Handoff,
  type Takeover,
} from './handoff.ts';
export type { HumanSession } from './human-session.ts';
export { toHumanSession } from './human-session.ts';
export type { InboxNews } from './inbox/inbox-feed.ts';
export type { InboxCursor, InboxQueue } from './inbox/inbox-store.ts';
export type { MessageToUser } from './send-to-user.ts';
