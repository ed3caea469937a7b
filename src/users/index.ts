export { isAnonymousId, newAnonymousId } from './anonymous-id.ts';
export type { KnownUser } from './list-users.ts';
export { createUsers, type PropertyUpdate, type Users } from './users.ts';
