export { isAnonymousId, newAnonymousId } from './anonymous-id.ts';
export { sweepBindings } from './binding-store.ts';
export type { KnownUser } from './list-users.ts';
export { findChatPhone, findVisitorLanguages } from './store.ts';
export { createUsers, requireUserId, type Users } from './users.ts';
