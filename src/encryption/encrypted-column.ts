import type { Place } from './encryption.ts';

type Change = (secret: string, place: Place) => string;

/**
 * A text column with secrets. Its table has a column `encryption_key_id`: the key with which the secrets of a row are
 * encrypted, or null for a row from before encryption was introduced.
 */
export interface EncryptedColumn {
  table: string;
  idColumn: string;
  column: string;
  /** The stored value with `change` applied to every secret in it. */
  changeSecrets(value: string, id: string, change: Change): string;
  /** The stored value without its secrets. Undefined: the row is deleted. */
  withoutSecrets(value: string): string | undefined;
}

/** A column whose whole value is the secret. Its place is `[table.column, id]`. */
export const wholeColumn = (table: string, idColumn: string, column: string): EncryptedColumn => ({
  table,
  idColumn,
  column,
  changeSecrets: (value, id, change) => change(value, [`${table}.${column}`, id]),
  withoutSecrets: () => undefined,
});
