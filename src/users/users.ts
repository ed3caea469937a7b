import { moveConversations, type UserMove } from '../conversations/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { isAnonymousId, newAnonymousId } from './anonymous-id.ts';
import { findBinding, findBindings, insertBinding, lockGuest, removeBindings } from './binding-store.ts';
import { type GivenProperty, isLongerThan, type PropertyValue, propertyProblem } from './check-property.ts';
import { findUser, listUsers, type UserFilter } from './list-users.ts';
import {
  deleteProperties,
  deleteProperty,
  findVisitorLanguages,
  hasVisited,
  lockUser,
  propertiesOf,
  propertiesOfMany,
  putProperty,
  type StoredProperty,
  toProperty,
} from './store.ts';

interface UsersDependencies {
  db: Database;
  clock: Clock;
  /** Moves long-term memory in the same transaction. */
  moveMemories: (tx: Handle, move: UserMove) => Promise<void>;
}

export interface PropertyUpdate {
  success: { name: string; value: PropertyValue }[];
  fail: { name: unknown; value: unknown; reason: string }[];
}

const longestUserId = 32;
const mostProperties = 100;
const mostUsersAsked = 100;

export const requireUserId = (userId: string, field = 'user_id'): void => {
  if (userId.trim() === '') throw new AppError('invalidParameter', `${field}: must not be empty`);
  if (isLongerThan(userId, longestUserId))
    throw new AppError('invalidParameter', `${field}: must have at most ${longestUserId} characters`);
  if (userId.includes('\0') || !userId.isWellFormed())
    throw new AppError('invalidParameter', `${field}: must not contain NUL characters or invalid Unicode`);
};

/** '' removes the property, like a missing value. */
const storedValue = (value: unknown): Pick<StoredProperty, 'value' | 'value_type'> =>
  typeof value === 'number' || typeof value === 'boolean'
    ? { value: JSON.stringify(value), value_type: typeof value as 'number' | 'boolean' }
    : { value: typeof value === 'string' ? value : '', value_type: 'string' };

export const createUsers = ({ db, clock, moveMemories }: UsersDependencies) => {
  /** Each property separately: valid ones are stored, invalid ones are returned with the violated rule. */
  const setProperties = async (
    agentId: string,
    userId: string,
    given: readonly GivenProperty[],
  ): Promise<PropertyUpdate> => {
    requireUserId(userId);
    const result = await db.transaction(async (tx) => {
      const update: PropertyUpdate = { success: [], fail: [] };
      await lockUser(tx, agentId, userId);
      const names = new Set((await propertiesOf(tx, agentId, userId)).map(({ name }) => name));
      for (const { name: givenName, value } of given) {
        const name = String(givenName);
        const stored = storedValue(value);
        const isRemoved = stored.value === '';
        const isTooMany = !isRemoved && !names.has(name) && names.size >= mostProperties;
        const problem =
          propertyProblem({ name: givenName, value }) ??
          (isTooMany ? `a user has at most ${mostProperties} properties` : undefined);
        if (problem !== undefined) {
          update.fail.push({ name: givenName, value, reason: problem });
          continue;
        }
        if (isRemoved) {
          await deleteProperty(tx, agentId, userId, name);
          names.delete(name);
        } else {
          await putProperty(tx, {
            agent_id: agentId,
            user_id: userId,
            name,
            ...stored,
            updated_at: clock.nowMs(),
          });
          names.add(name);
        }
        update.success.push({ name, value: toProperty({ name, ...stored }).value });
      }
      return update;
    });
    await db.durable();
    return result;
  };

  /** One entry per requested user, in that order. Unknown users have no properties. */
  const properties = async (
    agentId: string,
    userIds: readonly string[],
    anonymousIds: readonly string[] = [],
  ) => {
    const [asked, guests] = [[...new Set(userIds)], [...new Set(anonymousIds)]];
    if (asked.length + guests.length === 0)
      throw new AppError('invalidParameter', 'user_ids or anonymous_ids is required');
    if (asked.length + guests.length > mostUsersAsked)
      throw new AppError(
        'invalidParameter',
        `user_ids and anonymous_ids: must have at most ${mostUsersAsked} entries`,
      );
    for (const userId of asked) requireUserId(userId, 'user_ids');
    if (!guests.every(isAnonymousId))
      throw new AppError('invalidParameter', 'anonymous_ids: must be IDs created by this service');
    const bound = await findBindings(db.query, agentId, guests);
    const entries: { userId: string; anonymousId?: string }[] = [
      ...asked.map((userId) => ({ userId })),
      ...guests.map((anonymousId) => ({ userId: bound.get(anonymousId) ?? anonymousId, anonymousId })),
    ];
    const rows = await propertiesOfMany(db.query, agentId, [...new Set(entries.map(({ userId }) => userId))]);
    const byUser = Map.groupBy(rows, (row) => row.user_id);
    return entries.map((entry) => ({
      ...entry,
      properties: (byUser.get(entry.userId) ?? []).map(toProperty),
    }));
  };

  /** The attributes of the user for a prompt. */
  const attributes = async (agentId: string, userId: string): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await propertiesOf(db.query, agentId, userId)).map(({ name, value }) => [name, value]),
    );

  /** Existing attributes of the known user have priority over those of the visitor. More than the limit are dropped. */
  const moveProperties = async (tx: Handle, { agentId, fromUserId, toUserId }: UserMove): Promise<void> => {
    const brought = await propertiesOf(tx, agentId, fromUserId);
    if (brought.length === 0) return;
    await lockUser(tx, agentId, toUserId);
    const names = new Set((await propertiesOf(tx, agentId, toUserId)).map(({ name }) => name));
    for (const property of brought) {
      if (names.has(property.name) || names.size >= mostProperties) continue;
      await putProperty(tx, {
        agent_id: agentId,
        user_id: toUserId,
        ...property,
        updated_at: clock.nowMs(),
      });
      names.add(property.name);
    }
    await deleteProperties(tx, agentId, fromUserId);
  };

  /**
   * Links an anonymous visitor to a known user: conversations, attributes and memory move to the user, and later
   * activity belongs to the user. Repeating it is harmless. Conversations of visitors who are not linked have the
   * anonymous_id as their user_id.
   */
  const bindIn = async (tx: Handle, move: UserMove): Promise<number> => {
    const { agentId, fromUserId, toUserId } = move;
    await lockGuest(tx, agentId, fromUserId);
    const binding = { agent_id: agentId, anonymous_id: fromUserId, user_id: toUserId };
    await insertBinding(tx, { ...binding, created_at: clock.nowMs() });
    const moved = await moveConversations(tx, move);
    await moveProperties(tx, move);
    await moveMemories(tx, move);
    return moved;
  };

  const bindAnonymous = async (
    agentId: string,
    { anonymousId, userId }: { anonymousId: string; userId: string },
  ): Promise<{ conversations: number }> => {
    if (!isAnonymousId(anonymousId))
      throw new AppError('invalidParameter', 'anonymous_id: must be an ID created by this service');
    requireUserId(userId);
    if (isAnonymousId(userId))
      throw new AppError('invalidParameter', 'user_id: must not be the anonymous_id of a visitor');
    const move = { agentId, fromUserId: anonymousId, toUserId: userId };
    const conversations = await db.transaction(async (tx) => {
      await lockGuest(tx, agentId, anonymousId);
      const known = await findBinding(tx, agentId, anonymousId);
      if (known !== undefined && known !== userId)
        throw new AppError('invalidParameter', 'user_id: this visitor already has another user_id');
      return bindIn(tx, move);
    });
    await db.durable();
    return { conversations };
  };

  return {
    setProperties,
    properties,
    attributes,
    /** The languages that the user's page reported, most preferred first. Empty if unknown. */
    languages: (conversationId: string): Promise<string[]> => findVisitorLanguages(db.query, conversationId),
    newAnonymousId,
    bindAnonymous,
    /** The same in the caller's transaction, for valid ids. */
    bindIn,
    /** In the caller's transaction: the user_id to which an anonymous visitor is linked, or its own id. */
    resolveGuest: async (tx: Handle, agentId: string, anonymousId: string): Promise<string> => {
      await lockGuest(tx, agentId, anonymousId);
      return (await findBinding(tx, agentId, anonymousId)) ?? anonymousId;
    },
    /** Users with a conversation or an attribute, by user_id. */
    list: (filter: UserFilter, limit: number) => listUsers(db.query, filter, limit),
    /** Undefined for an unknown user. */
    find: async (agentId: string, userId: string) => {
      const user = await findUser(db.query, agentId, userId);
      const known = await propertiesOf(db.query, agentId, userId);
      const isKnown = user.lastActiveMs !== null || known.length > 0;
      // A visitor who only opened a page also has data, which can be erased.
      if (!isKnown && !(await hasVisited(db.query, agentId, userId))) return undefined;
      return { ...user, properties: known.map(({ name, value }) => ({ name, value })) };
    },
    /** For erasure. */
    removeProperties: async (tx: Handle, agentId: string, userId: string): Promise<void> => {
      await deleteProperties(tx, agentId, userId);
    },
    /** For erasure: returns the user's anonymous ids. */
    removeBindings: (tx: Handle, agentId: string, userId: string): Promise<string[]> =>
      removeBindings(tx, agentId, userId),
  };
};

export type Users = ReturnType<typeof createUsers>;
