import { type Selectable, sql } from 'kysely';
import { dialectOf, type Handle, prepared, type Schema } from '../db/index.ts';
import type { PropertyValue } from './check-property.ts';

/** As stored: the value as text, and its original type. */
export type StoredProperty = Pick<Selectable<Schema['user_properties']>, 'name' | 'value' | 'value_type'>;

export interface Property {
  name: string;
  value: PropertyValue;
}

/** With the original value. */
export const toProperty = ({ name, value, value_type }: StoredProperty): Property => ({
  name,
  value: value_type === 'string' ? value : (JSON.parse(value) as number | boolean),
});

const ofUser = prepared<{ agentId: string; userId: string }, StoredProperty>((db, value) =>
  db
    .selectFrom('user_properties')
    .select(['name', 'value', 'value_type'])
    .where('agent_id', '=', value('agentId'))
    .where('user_id', '=', value('userId'))
    .orderBy('name'),
);

export const propertiesOf = (db: Handle, agentId: string, userId: string): Promise<StoredProperty[]> =>
  ofUser(db, { agentId, userId });

export const propertiesOfMany = (db: Handle, agentId: string, userIds: readonly string[]) =>
  db
    .selectFrom('user_properties')
    .select(['user_id', 'name', 'value', 'value_type'])
    .where('agent_id', '=', agentId)
    .where('user_id', 'in', userIds)
    .orderBy('name')
    .execute();

/** Locks the properties of this user until the commit. SQLite has only one writer. */
export const lockUser = async (tx: Handle, agentId: string, userId: string): Promise<void> => {
  if (dialectOf(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`user ${agentId} ${userId}`}, 0))`.execute(tx);
};

export const putProperty = (tx: Handle, row: Selectable<Schema['user_properties']>) =>
  tx
    .insertInto('user_properties')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['agent_id', 'user_id', 'name'])
        .doUpdateSet({ value: row.value, value_type: row.value_type, updated_at: row.updated_at }),
    )
    .execute();

export const deleteProperty = (tx: Handle, agentId: string, userId: string, name: string) =>
  tx
    .deleteFrom('user_properties')
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .execute();

export const deleteProperties = (tx: Handle, agentId: string, userId: string) =>
  tx.deleteFrom('user_properties').where('agent_id', '=', agentId).where('user_id', '=', userId).execute();

export const hasVisited = async (db: Handle, agentId: string, userId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('visitors')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

const findChannelUser = (db: Handle, conversationId: string) =>
  db
    .selectFrom('channel_conversations')
    .innerJoin('channel_chats', 'channel_chats.id', 'channel_conversations.chat_id')
    .innerJoin('channel_users', (join) =>
      join
        .onRef('channel_users.connection_id', '=', 'channel_chats.connection_id')
        .onRef('channel_users.user_key', '=', 'channel_chats.user_key'),
    )
    .select(['channel_users.language', 'channel_users.phone'])
    .where('channel_conversations.conversation_id', '=', conversationId)
    .executeTakeFirst();

/** The number that the messaging platform of the conversation reported. Empty if unknown. */
export const findChatPhone = async (db: Handle, conversationId: string): Promise<string> =>
  (await findChannelUser(db, conversationId))?.phone ?? '';

/**
 * The languages of the page in which the conversation started, most preferred first, or the one that a messaging platform
 * reported. Empty if unknown.
 */
export const findVisitorLanguages = async (db: Handle, conversationId: string): Promise<string[]> => {
  const row = await db
    .selectFrom('conversations')
    .innerJoin('visitors', 'visitors.id', 'conversations.visitor_id')
    .select('visitors.locale')
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst();
  if (row) return row.locale.split(',').filter((tag) => tag !== '');
  const language = (await findChannelUser(db, conversationId))?.language ?? '';
  return language === '' ? [] : [language];
};
