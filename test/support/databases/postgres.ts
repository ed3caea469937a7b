import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { postgresUrl } from '../runner/test-groups.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export interface TestDatabaseTemplate {
  /** What distinguishes this template from others: letters, digits and underscores. */
  name: string;
  /** Fills the template, once per test run; every database made from it starts as a copy. */
  prepare(url: string): Promise<void>;
}

/**
 * A database of its own for one test or file, with a random name, on the test server. Copying a prepared
 * template is a good deal quicker than migrating each database from nothing.
 */
export async function createTestDatabase(template?: TestDatabaseTemplate): Promise<TestDatabase> {
  const server = postgresUrl();
  if (server === undefined) throw new Error('No test server; guard the test with skipWithout("postgres")');
  const source = template === undefined ? 'template0' : await ensureTemplate(server, template);
  const name = `${databasePrefix()}${randomBytes(6).toString('hex')}`;
  // Writing every page to the log as well, the default, takes three times the work.
  await query(server, `create database ${name} template ${source} strategy file_copy`);
  return {
    url: databaseUrl(server, name),
    drop: () => query(server, `drop database if exists ${name} with (force)`),
  };
}

/** Drops what this run left on a server that outlives it, templates and databases of crashed tests alike. */
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
    // Test files are processes of their own: the first to arrive prepares, the others wait for it.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return;
    const unfinished = `${databasePrefix()}${randomBytes(6).toString('hex')}`;
    await client.query(`create database ${unfinished} template template0`);
    await template.prepare(databaseUrl(server, unfinished));
    // Named only when whole, so that a preparation that failed is never copied.
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

/** Without the test command's run name (a file run by hand) the process stands in for it. */
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
