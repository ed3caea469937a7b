import { bytesToVector } from '../../knowledge/search-index/vectors/vector-bytes.ts';

/** Types that SQLite stores and PostgreSQL's driver reads. */
export type Stored = string | number | Uint8Array | null;

/** Types of PostgreSQL that the schema uses, and how a list of their values is sent. */
const arrayTypes: Record<string, string> = {
  text: 'text[]',
  int4: 'int4[]',
  int8: 'int8[]',
  float8: 'float8[]',
  bytea: 'bytea[]',
  vector: 'text[]',
};

export interface Column {
  name: string;
  /** PostgreSQL's name of the type. */
  type: string;
}

export const arrayTypeOf = ({ name, type }: Column): string => {
  const found = arrayTypes[type];
  if (found === undefined) throw new Error(`Column ${name} has the type ${type}, which cannot be moved`);
  return found;
};

/** As PostgreSQL needs it: vectors are bytes on SQLite and lists in brackets on PostgreSQL. */
export const toPostgres = ({ type }: Column, value: Stored): Stored => {
  if (type === 'vector' && value instanceof Uint8Array) return `[${bytesToVector(value).join(',')}]`;
  return value instanceof Uint8Array ? Buffer.from(value) : value;
};

/** The reverse, so that both sides can be compared. */
export const fromPostgres = ({ type }: Column, value: Stored): Stored => {
  if (type !== 'vector' || typeof value !== 'string') return value;
  return new Uint8Array(Float32Array.from(JSON.parse(value) as number[]).buffer);
};

export const sizeOf = (value: Stored): number =>
  value === null || typeof value === 'number' ? 8 : value.length;
