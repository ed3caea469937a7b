export { isAnonymousId, newAnonymousId } from './anonymous-id.ts';
export { createUsers, type PropertyUpdate, type Users } from './users.ts';
