import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export type FieldType = 'TEXT' | 'INT' | 'FLOAT' | 'DATETIME' | 'BOOLEAN';
export type ImportStatus = 'PENDING_PARSE' | 'AVAILABLE' | 'FAIL';

export interface RecordTables {
  /** A table of an agent. Its records are rows of `records`; see docs/adr/0023. */
  agent_tables: {
    table_no: Generated<number>;
    id: string;
    workspace_id: string;
    agent_id: string;
    /** The creator. */
    owner_id: string;
    name: string;
    description: string;
    /** The field that holds the user_id of a record's user, if any. */
    owner_field: string | null;
    record_count: number;
    /** Number of the next record within the table. */
    next_record: number;
    /** Increases with each change of a record, so that cached totals can be checked. */
    version: number;
    created_at: number;
    /** Set when it was deleted. Its records are then deleted in batches, this row last. */
    removed_at: Generated<number | null>;
  };
  table_fields: {
    /** table_no · 64 + position. */
    field_no: number;
    table_no: number;
    position: number;
    name: string;
    description: string;
    type: FieldType;
    required: Flag;
    is_unique: Flag;
  };
  records: {
    /** table_no · 2^32 + number within the table: the order of insertion, and one range per table. */
    record_no: number;
    id: string;
    /** JSON list of values in the order of the fields. */
    value: string;
    created_at: number;
    updated_at: number;
  };
  /** Index of every present value of a field that is not unique. Keys sort like values. */
  record_values: { field_no: number; key: string; record_no: number };
  /** The same for unique fields, where each key occurs once. */
  unique_values: { field_no: number; key: string; record_no: number };
  /** Records without a value in a field. The database rejects one for a required field. */
  absent_values: { field_no: number; record_no: number; required: Generated<Flag> };
  /**
   * Number of records with a value in a field that is not unique, for common values.
   * Updated in the transactions that write records. The key '' means no value.
   */
  value_totals: { field_no: number; key: string; total: number };
  record_imports: {
    id: string;
    table_id: string;
    agent_id: string;
    status: ImportStatus;
    /** Rows before this one are done. Updated in the transaction that inserts them. */
    next_row: number;
    total_count: number;
    success_count: number;
    fail_count: number;
    /** JSON of {row, fail_reason}[]. */
    fail_detail: string;
    created_at: number;
    ended_at: number | null;
  };
  /** Rows to import: JSON of {field: value}[]. Deleted when the import has ended. */
  record_import_rows: { import_id: string; rows: string };
  /**
   * The displayed values of a record in lower case, each followed by a separator. Separate from the record, because
   * a common keyword reads many of them, and they take a third of the space.
   */
  record_texts: { record_no: number; text: string };
  /** SQLite only: trigrams of the texts, rowid = record_no. */
  record_search: { rowid: number; text: string };
}
