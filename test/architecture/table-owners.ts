import type { Schema } from '../../src/db/index.ts';
import { withoutComments } from './import-rules.ts';

type Table = keyof Schema | 'schema_migration_rules';

/**
 * The folder of src/ that writes a table. Other folders call a function of the owner. A new table without an owner is a
 * type error. Tables that triggers keep belong to the folder whose rows the triggers count.
 */
export const tableOwners: Readonly<Record<Table, string>> = {
  absent_values: 'tables',
  agent_images: 'agents',
  agent_retention: 'retention',
  agent_tables: 'tables',
  agent_versions: 'agents',
  agents: 'agents',
  analytics_changes: 'analytics',
  analytics_cursors: 'analytics',
  analytics_days: 'analytics',
  analytics_document_blocks: 'analytics',
  analytics_documents: 'analytics',
  analytics_facts: 'analytics',
  analytics_tools: 'analytics',
  analytics_user_days: 'analytics',
  analytics_zones: 'analytics',
  api_keys: 'auth',
  audit_entries: 'audit',
  canned_replies: 'handoff',
  channel_chats: 'channels',
  channel_connections: 'channels',
  channel_conversations: 'channels',
  channel_pulls: 'channels',
  channel_replies: 'channels',
  channel_updates: 'channels',
  channel_users: 'channels',
  chunk_edits: 'knowledge',
  chunk_vectors: 'knowledge',
  chunks: 'knowledge',
  citations: 'rounds',
  conversation_counts: 'conversations',
  conversation_views: 'conversations',
  conversations: 'conversations',
  correction_states: 'corrections',
  corrections: 'corrections',
  credit_holds: 'usage',
  deliveries: 'webhooks',
  delivery_attempts: 'webhooks',
  document_uploads: 'knowledge',
  documents: 'knowledge',
  encryption_keys: 'encryption',
  failed_jobs: 'jobs',
  file_pieces: 'files',
  file_totals: 'files',
  files: 'files',
  flow_pauses: 'flows',
  flow_versions: 'flows',
  flows: 'flows',
  human_messages: 'handoff',
  human_sessions: 'handoff',
  idempotency_keys: 'idempotency',
  inbox_labels: 'handoff',
  inbox_mentions: 'handoff',
  inbox_notes: 'handoff',
  inbox_presence: 'handoff',
  inbox_session_labels: 'handoff',
  jobs: 'jobs',
  knowledge_bases: 'knowledge',
  knowledge_changes: 'knowledge',
  knowledge_sources: 'knowledge',
  knowledge_states: 'knowledge',
  ledger_entries: 'usage',
  loose_files: 'files',
  mails: 'mail',
  memberships: 'accounts',
  memories: 'memory',
  model_connections: 'model-connections',
  notification_digests: 'notifications',
  notification_events: 'notifications',
  notification_settings: 'notifications',
  one_time_code_apps: 'accounts',
  operator_browsers: 'accounts',
  operator_identities: 'accounts',
  operator_invitations: 'accounts',
  operator_reset_links: 'accounts',
  operator_sessions: 'accounts',
  operator_setups: 'accounts',
  operator_tokens: 'accounts',
  operator_profiles: 'accounts',
  operators: 'accounts',
  passkeys: 'accounts',
  posting_pages: 'knowledge',
  posting_runs: 'knowledge',
  posting_segments: 'knowledge',
  processes: 'jobs',
  rate_buckets: 'rate-limits',
  record_import_rows: 'tables',
  record_imports: 'tables',
  record_search: 'tables',
  record_texts: 'tables',
  record_values: 'tables',
  records: 'tables',
  recovery_codes: 'accounts',
  round_events: 'rounds',
  round_search: 'conversations',
  rounds: 'rounds',
  schema_migration_rules: 'db',
  search_buckets: 'conversations',
  search_changes: 'conversations',
  search_entries: 'conversations',
  search_states: 'conversations',
  service_secrets: 'auth',
  shared_files: 'files',
  sign_in_attempts: 'accounts',
  source_credentials: 'knowledge',
  source_pages: 'knowledge',
  source_run_pages: 'knowledge',
  source_runs: 'knowledge',
  table_fields: 'tables',
  test_cases: 'evaluation',
  test_results: 'evaluation',
  test_run_cases: 'evaluation',
  test_runs: 'evaluation',
  test_sets: 'evaluation',
  traces: 'rounds',
  typing_signals: 'handoff',
  unanswered_questions: 'analytics',
  unanswered_topics: 'analytics',
  unique_values: 'tables',
  user_bindings: 'users',
  user_conversation_counts: 'conversations',
  user_properties: 'users',
  value_totals: 'tables',
  visitor_tokens: 'channels',
  visitors: 'channels',
  workspace_models: 'model-connections',
  workspaces: 'workspaces',
};

/** Files that write whatever table they are given, and so may write every table. */
export const genericWriters: Readonly<Record<string, string>> = {
  'src/cli/move/copy-table.ts': 'copies every table into an empty database',
  'src/cli/move/copy-files.ts': 'copies contents of files between a folder and the database',
  'src/encryption/encrypted-row-store.ts':
    'encrypts the secrets of every listed column under another key, or removes them when the key is lost',
};

/** Files that name the table of a write by a variable, and the tables that the variable can hold. */
export const computedTables: Readonly<Record<string, readonly Table[]>> = {
  'src/db/compatibility.ts': ['schema_migration_rules'],
  'src/tables/change-fields.ts': ['absent_values', 'value_totals', 'table_fields'],
  'src/tables/records/record-store.ts': ['record_values', 'unique_values', 'records', 'record_texts'],
  'src/tables/table-removal-store.ts': [
    'record_values',
    'unique_values',
    'absent_values',
    'value_totals',
    'record_texts',
    'records',
  ],
};

interface Write {
  line: number;
  /** Undefined: named by a variable. */
  table: string | undefined;
}

/** A method of Kysely, wherever it is named, with its first argument where that is a literal. */
const builderCall =
  /(?<=\.\s*|\[\s*['"`])(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\b(?:\s*\(\s*(['"`])(?<table>\w+)(?: as \w+)?\1)?/g;

/** A statement in a string, with its table where that is written out. */
const statement =
  /\b(?:(?:insert(?:\s+or\s+\w+)?|replace|merge)\s+into|delete\s+from(?:\s+only)?|truncate(?:\s+table)?|update(?:\s+only)?(?=\s+(?:\w+|"\w+"|\$\{[^}]*\})(?:\s+as)?(?:\s+(?!set\b)\w+)?\s+set\b))\s+(?:"?(?<table>\w+)"?|\$\{)/gi;

/** Every place in a source file that writes to the database. */
export function findTableWrites(source: string): Write[] {
  const code = withoutComments(source);
  const writes = [...code.matchAll(builderCall), ...code.matchAll(statement)].map((match) => ({
    line: code.slice(0, match.index).split('\n').length,
    table: match.groups?.table,
  }));
  return writes.sort((left, right) => left.line - right.line);
}

/** The writes of one source file to tables of another folder, each with its line. */
export function findOwnerFaults(file: string, source: string): string[] {
  if (file in genericWriters) return [];
  const folder = file.split('/')[1] ?? '';
  return findTableWrites(source).flatMap(({ line, table }) => {
    const tables: readonly string[] | undefined = table === undefined ? computedTables[file] : [table];
    if (tables === undefined)
      return [
        `${file}:${line} writes a table that a variable names: list it in test/architecture/table-owners.ts`,
      ];
    return tables
      .filter((name) => tableOwners[name as Table] !== folder)
      .map(
        (name) => `${file}:${line} writes ${name}, which belongs to src/${tableOwners[name as Table] ?? '?'}`,
      );
  });
}
