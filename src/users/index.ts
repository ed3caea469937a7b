export { isAnonymousId, newAnonymousId } from './anonymous-id.ts';
export type { KnownUser } from './list-users.ts';
export { createUsers, type PropertyUpdate, requireUserId, type Users } from './users.ts';
