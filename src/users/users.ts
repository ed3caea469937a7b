import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { isAnonymousId, newAnonymousId } from './anonymous-id.ts';
import { type GivenProperty, isLongerThan, propertyProblem } from './check-property.ts';
import { findUser, listUsers, type UserFilter } from './list-users.ts';
import {
  deleteProperties,
  deleteProperty,
  hasVisited,
  lockUser,
  moveConversations,
  propertiesOf,
  propertiesOfMany,
  putProperty,
  type UserMove,
} from './store.ts';

interface UsersDependencies {
  db: Database;
  clock: Clock;
  /** Takes long-term memory along, as part of the same transaction. */
  moveMemories: (tx: Handle, move: UserMove) => Promise<void>;
}

export interface PropertyUpdate {
  success: { property_name: string; value: string }[];
  fail: { property_name: unknown; value: unknown; fail_reason: string }[];
}

const longestUserId = 32;
const mostProperties = 100;
const mostUsersAsked = 100;

export const requireUserId = (userId: string, field = 'user_id'): void => {
  if (userId.trim() === '') throw new AppError('invalidParameter', `${field}: must not be empty`);
  if (isLongerThan(userId, longestUserId))
    throw new AppError('invalidParameter', `${field}: must have at most ${longestUserId} characters`);
  if (userId.includes('\0') || !userId.isWellFormed())
    throw new AppError('invalidParameter', `${field}: must be plain text`);
};

export const createUsers = ({ db, clock, moveMemories }: UsersDependencies) => {
  /** Each property on its own: good ones are stored, bad ones come back with the rule they broke. */
  const setProperties = async (
    agentId: string,
    userId: string,
    given: readonly GivenProperty[],
  ): Promise<PropertyUpdate> => {
    requireUserId(userId);
    const result = await db.transaction(async (tx) => {
      const update: PropertyUpdate = { success: [], fail: [] };
      await lockUser(tx, db.kind, agentId, userId);
      const names = new Set((await propertiesOf(tx, agentId, userId)).map(({ name }) => name));
      for (const { property_name, value } of given) {
        const name = String(property_name);
        const text = typeof value === 'string' ? value : '';
        const isTooMany = text !== '' && !names.has(name) && names.size >= mostProperties;
        const problem =
          propertyProblem({ property_name, value }) ??
          (isTooMany ? `a user has at most ${mostProperties} properties` : undefined);
        if (problem !== undefined) {
          update.fail.push({ property_name, value, fail_reason: problem });
          continue;
        }
        if (text === '') {
          await deleteProperty(tx, agentId, userId, name);
          names.delete(name);
        } else {
          const row = { agent_id: agentId, user_id: userId, name, value: text, updated_at: clock.nowMs() };
          await putProperty(tx, row);
          names.add(name);
        }
        update.success.push({ property_name: name, value: text });
      }
      return update;
    });
    await db.durable();
    return result;
  };

  /** One entry for each user asked for, in that order; unknown users have no properties. */
  const properties = async (agentId: string, userIds: readonly string[]) => {
    const asked = [...new Set(userIds)];
    if (asked.length === 0) throw new AppError('invalidParameter', 'user_ids: must not be empty');
    if (asked.length > mostUsersAsked)
      throw new AppError('invalidParameter', `user_ids: must have at most ${mostUsersAsked} entries`);
    for (const userId of asked) requireUserId(userId, 'user_ids');
    const rows = await propertiesOfMany(db.query, agentId, asked);
    const byUser = Map.groupBy(rows, (row) => row.user_id);
    return asked.map((userId) => ({
      userId,
      properties: (byUser.get(userId) ?? []).map(({ name, value }) => ({ name, value })),
    }));
  };

  /** What a prompt is told of the user. */
  const attributes = async (agentId: string, userId: string): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await propertiesOf(db.query, agentId, userId)).map(({ name, value }) => [name, value]),
    );

  /** What the known user has already wins over what the guest brought; more than fits is left out. */
  const moveProperties = async (tx: Handle, { agentId, fromUserId, toUserId }: UserMove): Promise<void> => {
    const brought = await propertiesOf(tx, agentId, fromUserId);
    if (brought.length === 0) return;
    await lockUser(tx, db.kind, agentId, toUserId);
    const names = new Set((await propertiesOf(tx, agentId, toUserId)).map(({ name }) => name));
    for (const { name, value } of brought) {
      if (names.has(name) || names.size >= mostProperties) continue;
      await putProperty(tx, { agent_id: agentId, user_id: toUserId, name, value, updated_at: clock.nowMs() });
      names.add(name);
    }
    await deleteProperties(tx, agentId, fromUserId);
  };

  /**
   * A guest turns out to be a known user: conversations, attributes and memory move over. Repeating it moves
   * what came since; a guest nobody has heard of moves nothing. Conversations of guests carry the
   * anonymous_id as their user_id.
   */
  const bindIn = async (tx: Handle, move: UserMove): Promise<number> => {
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
      throw new AppError('invalidParameter', 'anonymous_id: must be one this service gave out');
    requireUserId(userId);
    if (anonymousId === userId) return { conversations: 0 };
    const move = { agentId, fromUserId: anonymousId, toUserId: userId };
    const conversations = await db.transaction((tx) => bindIn(tx, move));
    await db.durable();
    return { conversations };
  };

  return {
    setProperties,
    properties,
    attributes,
    newAnonymousId,
    bindAnonymous,
    /** The same as part of the caller's transaction, for ids that are known to be good. */
    bindIn,
    /** Whoever has a conversation or an attribute, by user_id. */
    list: (filter: UserFilter, limit: number) => listUsers(db.query, filter, limit),
    /** Undefined for a user nobody has heard of. */
    find: async (agentId: string, userId: string) => {
      const user = await findUser(db.query, agentId, userId);
      const known = await propertiesOf(db.query, agentId, userId);
      const isKnown = user.lastActiveMs !== null || known.length > 0;
      // Who only opened a page has left a trace too, and can be erased.
      if (!isKnown && !(await hasVisited(db.query, agentId, userId))) return undefined;
      return { ...user, properties: known };
    },
    /** For erasure. */
    removeProperties: async (tx: Handle, agentId: string, userId: string): Promise<void> => {
      await deleteProperties(tx, agentId, userId);
    },
  };
};

export type Users = ReturnType<typeof createUsers>;
