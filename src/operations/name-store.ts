import { sql } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

/** Where the text is by which an operator recognizes each kind of thing. */
const nameColumns = {
  agent: ['agents', 'name'],
  conversation: ['conversations', 'subject'],
  document: ['documents', 'name'],
  invitation: ['operator_invitations', 'email'],
  key: ['api_keys', 'name'],
  'knowledge-base': ['knowledge_bases', 'name'],
  'model-connection': ['model_connections', 'name'],
  operator: ['operators', 'name'],
  round: ['rounds', 'question_text'],
  table: ['agent_tables', 'name'],
  'test-set': ['test_sets', 'name'],
  token: ['operator_tokens', 'name'],
  workspace: ['workspaces', 'name'],
} as const satisfies Record<string, readonly [keyof Schema, string]>;

type NamedKind = keyof typeof nameColumns;

export const isNamedKind = (kind: string): kind is NamedKind => Object.hasOwn(nameColumns, kind);

/** Questions can be long. */
const maxCharacters = 200;

/** Names by ID. Things that were deleted, or that have an empty name, are absent. */
export const readNames = async (
  db: Handle,
  kind: NamedKind,
  ids: Iterable<string>,
): Promise<Map<string, string>> => {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map();
  const [table, column] = nameColumns[kind];
  const { rows } = await sql<{ id: string; name: string }>`
    select id, substr(${sql.ref(column)}, 1, ${sql.lit(maxCharacters)}) as name
    from ${sql.table(table)} where id in (${sql.join(distinct)})`.execute(db);
  return new Map(rows.filter(({ name }) => name !== '').map(({ id, name }) => [id, name]));
};

/** The users of conversations, by conversation. */
export const readUserIds = async (
  db: Handle,
  conversationIds: readonly string[],
): Promise<Map<string, string>> => {
  if (conversationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'user_id'])
    .where('id', 'in', [...new Set(conversationIds)])
    .execute();
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
};
