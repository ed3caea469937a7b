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

/** The languages of the page in which the conversation started, most preferred first. Empty if unknown. */
export const findVisitorLanguages = async (db: Handle, conversationId: string): Promise<string[]> => {
  const row = await db
    .selectFrom('conversations')
    .innerJoin('visitors', 'visitors.id', 'conversations.visitor_id')
    .select('visitors.locale')
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst();
  return row ? row.locale.split(',').filter((tag) => tag !== '') : [];
};
