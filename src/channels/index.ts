export { allowedOriginsOf } from './allowed-origins.ts';
export { type Channels, createChannels } from './channels.ts';
export { statusOf } from './conversation-status.ts';

export { isSwitchedOn } from './is-switched-on.ts';
export type { LiveState } from './live-store.ts';
export { type PageChannel, pageChannels } from './page-channels.ts';
export { shownPerson } from './shown-person.ts';
export { expiringUserHash, userHash } from './user-hash.ts';
export { isProvenVisitor, type Visitor } from './visitor.ts';
export { isAdmitted } from './visitor-access.ts';
