export { afterCommit } from './after-commit.ts';
export {
  ConnectionLostError,
  isConnectionLost,
  lostConnectionDelaysMs,
  repeatWhenLost,
} from './connection-lost.ts';
export type { AlsoIn, Database, DatabaseKind, Handle } from './database.ts';
export { type DayRangeFilter, dayMs, dayOfCreation, slicesOf, utcOffsetMsOf } from './day-range.ts';
export { dialectOf } from './dialect-of.ts';
export { isInList, isOneOf, listParameter } from './is-one-of.ts';
export { jsonParameter, jsonRows, rowsOfParameter } from './json-rows.ts';
export { migrate, newestMigration, requireCompatible } from './migrate.ts';
export { ping } from './ping.ts';
export { openPostgres } from './postgres/open-postgres.ts';
export { prepared, type Statement, type ValueOf } from './prepared.ts';
export type { Schema } from './schema/index.ts';
export { sideBySide } from './side-by-side.ts';
export { openSqlite, sqliteFileName } from './sqlite/open-sqlite.ts';
export { firstRow, storeTogether } from './store-together.ts';
