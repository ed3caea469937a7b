import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export type FieldType = 'TEXT' | 'INT' | 'FLOAT' | 'DATETIME' | 'BOOLEAN';
export type ImportStatus = 'PENDING_PARSE' | 'AVAILABLE' | 'FAIL';

export interface RecordTables {
  /** A developer's table. Its records are rows of `records`; see docs/adr/0023. */
  agent_tables: {
    table_no: Generated<number>;
    id: string;
    workspace_id: string;
    agent_id: string;
    /** Who made it. */
    owner_id: string;
    name: string;
    description: string;
    /** The field that holds the user_id of the user a record belongs to, if one does. */
    owner_field: string | null;
    record_count: number;
    /** Number the next record takes within the table. */
    next_record: number;
    /** Grows with each change of a record, so that a count made earlier is known to be still right. */
    version: number;
    created_at: number;
    /** Set when it was deleted; its records then go step by step, the row last. */
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
    /** table_no · 2^32 + number within the table: the order of arrival, and one range per table. */
    record_no: number;
    id: string;
    /** JSON list of values in the order of the fields. */
    value: string;
    created_at: number;
    updated_at: number;
  };
  /** Where a value stands: for every present value of a field that is not unique. Keys sort as values do. */
  record_values: { field_no: number; key: string; record_no: number };
  /** The same for unique fields, where a key may stand once. */
  unique_values: { field_no: number; key: string; record_no: number };
  /** Records without a value in a field. The database refuses one for a required field. */
  absent_values: { field_no: number; record_no: number; required: Generated<Flag> };
  /**
   * How many records have a value in a field that is not unique, of values that many were once found to have;
   * moved in the transactions that write records. The key '' stands for no value.
   */
  value_totals: { field_no: number; key: string; total: number };
  record_imports: {
    id: string;
    table_id: string;
    agent_id: string;
    status: ImportStatus;
    /** Rows before this one are settled: moved on in the transaction that settles them. */
    next_row: number;
    total_count: number;
    success_count: number;
    fail_count: number;
    /** JSON of {row, fail_reason}[]. */
    fail_detail: string;
    created_at: number;
    ended_at: number | null;
  };
  /** What is still to be imported: JSON of {field: value}[]. Gone once the import has ended. */
  record_import_rows: { import_id: string; rows: string };
  /**
   * The values of a record as they are shown, in lower case, each ended by a separator. Apart from the record:
   * a common keyword has many of them read, and they lie a third as far apart.
   */
  record_texts: { record_no: number; text: string };
  /** SQLite only: trigrams of the texts, rowid = record_no. */
  record_search: { rowid: number; text: string };
}
