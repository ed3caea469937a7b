import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { postgresUrl } from '../runner/test-groups.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export interface TestDatabaseTemplate {
  /** Name of this template: letters, digits and underscores. */
  name: string;
  /** Fills the template once per test run. Every database created from it is a copy. */
  prepare(url: string): Promise<void>;
}

/**
 * A database with a random name for one test or file. Copying a prepared
 * template is much faster than migrating every database.
 */
export async function createTestDatabase(template?: TestDatabaseTemplate): Promise<TestDatabase> {
  const server = postgresUrl();
  if (server === undefined) throw new Error('No test server; guard the test with skipWithout("postgres")');
  const source = template === undefined ? 'template0' : await ensureTemplate(server, template);
  const name = `${databasePrefix()}${randomBytes(6).toString('hex')}`;
  // The default strategy writes every page to the log as well, which is three times the work.
  await query(server, `create database ${name} template ${source} strategy file_copy`);
  return {
    url: databaseUrl(server, name),
    drop: () => query(server, `drop database if exists ${name} with (force)`),
  };
}

/** Drops the templates and databases of this run on an external server, including those of crashed tests. */
export async function dropTestDatabases(server: string): Promise<void> {
  await withClient(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [databasePrefix()],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}

async function ensureTemplate(server: string, template: TestDatabaseTemplate): Promise<string> {
  if (!/^\w{1,30}$/.test(template.name)) throw new Error(`Unusable template name ${template.name}`);
  const name = `${databasePrefix()}template_${template.name.toLowerCase()}`;
  await withClient(server, async (client) => {
    // Test files run in separate processes: the first prepares the template, the others wait.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return;
    const unfinished = `${databasePrefix()}${randomBytes(6).toString('hex')}`;
    await client.query(`create database ${unfinished} template template0`);
    await template.prepare(databaseUrl(server, unfinished));
    // Renamed only when complete, so that a failed preparation is never copied.
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

/** A file that runs without the test command uses the process id as run name. */
export function databasePrefix(): string {
  return `frontdesk_test_${process.env.FRONTDESK_TEST_RUN ?? process.pid}_`;
}

export function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function query(url: string, statement: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(statement);
  });
}

export async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
