export { type Channels, createChannels } from './channels.ts';
export { type ConversationStatus, statusOf } from './conversation-status.ts';
export type { HistoryMessage, ShownCitation } from './history.ts';
export type { LiveCursor, LiveEvent, LiveState } from './live-store.ts';
export { isSwitchedOn, type PageChannel, pageChannels } from './page-channel.ts';
export { type Introduction, isAdmitted } from './sessions.ts';
export { userHash } from './user-hash.ts';
export type { Visitor } from './visitor.ts';
