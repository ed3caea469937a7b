import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type DatabaseKind, sqliteFileName } from '../../../src/db/index.ts';
import { createTestDatabase, type TestDatabase, withClient } from './postgres.ts';

/** Contents of an old database, by their ids. */
export interface OldDatabaseFacts {
  apiKey: string;
  workspaceId: string;
  agentId: string;
  talk: string;
  ratedAnswerId: string;
  documents: string[];
  table: string;
  flowAgentKey: string;
  visitorSecret: string;
  visitorConversation: string;
  handedOver: string;
  webhookTalk: string;
  totals: { conversations: number; qa: number };
}

/** Databases of earlier versions, named after their newest migration. See the README there. */
const folderOf = (version: string, kind: DatabaseKind): string =>
  join(import.meta.dirname, '../../fixtures/databases', version, kind);

export const readOldFacts = (version: string, kind: DatabaseKind): OldDatabaseFacts =>
  JSON.parse(readFileSync(join(folderOf(version, kind), 'facts.json'), 'utf8'));

/** Copies the old database and its files into a data folder. */
export const placeOldSqlite = async (version: string, dataFolder: string): Promise<void> => {
  const source = folderOf(version, 'sqlite');
  const database = gunzipSync(readFileSync(join(source, `${sqliteFileName}.gz`)));
  writeFileSync(join(dataFolder, sqliteFileName), database);
  const files = join(source, 'files');
  if (existsSync(files)) cpSync(files, join(dataFolder, 'files'), { recursive: true });
};

/** A PostgreSQL database filled with the old dump, which is plain SQL and needs no client program. */
export const createOldPostgres = async (version: string): Promise<TestDatabase> => {
  const statements = gunzipSync(readFileSync(join(folderOf(version, 'postgres'), 'frontdesk.sql.gz')));
  const database = await createTestDatabase();
  await withClient(database.url, async (client) => {
    await client.query(statements.toString('utf8'));
  });
  return database;
};
