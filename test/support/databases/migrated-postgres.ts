import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { openPostgres } from '../../../src/db/index.ts';
import { postgresUrl } from '../runner/test-groups.ts';
import {
  createTestDatabase,
  databasePrefix,
  databaseUrl,
  type TestDatabase,
  withClient,
} from './postgres.ts';

/** Larger databases are not reused, because dead rows would slow down the next test. */
const largestReusedBytes = 24 * 1024 * 1024;

/** The schema of an empty, migrated database. A test that changed it made the database unusable for others. */
const shapeQuery = `
  select md5(string_agg(part, ';' order by part)) as shape from (
    select concat(relname, relkind, relnatts, relam) as part from pg_class
    where relnamespace = 'public'::regnamespace
    union all select concat(conname, contype, convalidated) from pg_constraint
    where connamespace = 'public'::regnamespace
    union all select concat('migration ', name) from schema_migrations
    union all select concat('function ', proname) from pg_proc where pronamespace = 'public'::regnamespace
    union all select concat('trigger ', tgname) from pg_trigger where not tgisinternal
    union all select concat('schema ', nspname) from pg_namespace where nspname !~ '^pg_'
  ) parts`;

const readShape = async (client: pg.Client): Promise<string> =>
  (await client.query<{ shape: string }>(shapeQuery)).rows[0]!.shape;

const prepareTemplate = async (url: string): Promise<void> => {
  await (await openPostgres(url, { maxConnections: 1 })).close();
  // The schema is part of every copy, because nobody may connect to the template while it is copied.
  await withClient(url, async (client) => {
    await client.query(`comment on schema public is '${await readShape(client)}'`);
  });
};

/** Whether the database is in its initial state again. */
const empty = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ whole: string; bytes: string }>(
    `select obj_description('public'::regnamespace) as whole, pg_database_size(current_database()) as bytes`,
  );
  if (Number(rows[0]!.bytes) > largestReusedBytes || rows[0]!.whole !== (await readShape(client)))
    return false;
  const used = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
     and relname not like 'schema\\_migration%'`,
  );
  // Without foreign key triggers the order of tables does not matter. TRUNCATE would create new files.
  await client.query(
    [
      'begin; set local session_replication_role = replica',
      ...used.rows.map(({ name }) => `delete from ${name}`),
      'select setval(seqrelid::regclass, seqstart, false) from pg_sequence',
      'commit',
    ].join(';'),
  );
  return true;
};

const freeName = (): string => `${databasePrefix()}free_${randomBytes(6).toString('hex')}`;

const takeFree = async (server: string): Promise<string | undefined> => {
  const name = `${databasePrefix()}${randomBytes(6).toString('hex')}`;
  let taken: string | undefined;
  await withClient(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1) order by random() limit 3',
      [`${databasePrefix()}free_`],
    );
    for (const { datname } of rows) {
      // Fails if another process has just taken it.
      const renamed = await client.query(`alter database ${datname} rename to ${name}`).then(
        () => true,
        () => false,
      );
      if (!renamed) continue;
      taken = name;
      return;
    }
  });
  return taken;
};

/** Empties the database for reuse by other tests. */
const giveBack = async (server: string, url: string): Promise<void> => {
  let isEmpty = false;
  await withClient(url, async (client) => {
    isEmpty = await empty(client);
  });
  if (!isEmpty) throw new Error('The database cannot be reused');
  const name = new URL(url).pathname.slice(1);
  await withClient(server, async (client) => {
    await client.query(`alter database ${name} rename to ${freeName()}`);
  });
};

/**
 * A migrated PostgreSQL database. Migrating takes longer than most tests, and so does creating
 * and removing the six hundred files of a database. A database whose schema a test did not change is
 * emptied and reused by the next test. The test command removes them all.
 */
export const createMigratedDatabase = async (): Promise<TestDatabase> => {
  const server = postgresUrl();
  const reuses = server !== undefined && process.env.FRONTDESK_TEST_RUN !== undefined;
  const taken = reuses ? await takeFree(server) : undefined;
  const { url, drop } = taken
    ? { url: databaseUrl(server!, taken), drop: () => removeDatabase(server!, taken) }
    : await createTestDatabase({ name: 'migrated', prepare: prepareTemplate });
  return { url, drop: reuses ? () => giveBack(server, url).catch(drop) : drop };
};

const removeDatabase = (server: string, name: string): Promise<void> =>
  withClient(server, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
  });
