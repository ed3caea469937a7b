import { readFileSync } from 'node:fs';
import pg from 'pg';
import { dropTestDatabases } from '../../test/support/databases/postgres.ts';
import { canInstallPackages } from './debian.ts';
import { findInstalledPostgres } from './find-postgres.ts';
import type { PostgresInstallation } from './postgres-installation.ts';
import { ensurePostgresRoot, postgresUserId } from './postgres-root.ts';
import {
  lastingSettings,
  type PostgresServer,
  type RestartablePostgres,
  startPostgres,
} from './postgres-server.ts';
import { type Provision, unavailable } from './provision.ts';

/**
 * PostgreSQL with pgvector for the tests: the server of TEST_DATABASE_URL, otherwise one installed on this
 * machine, otherwise (on Debian, as root) one that is installed for the tests.
 */
export async function providePostgres(signal: AbortSignal): Promise<Provision<PostgresServer>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return takeGiven(given);
  if (process.platform !== 'linux') return unavailable('set TEST_DATABASE_URL on this platform');
  return startOwn(signal, {}, '; set TEST_DATABASE_URL');
}

/** A separate, durable server for tests that stop it. */
export async function provideRestartablePostgres(
  signal: AbortSignal,
): Promise<Provision<RestartablePostgres>> {
  if (process.platform !== 'linux') return unavailable('a server of its own is started on Linux only');
  return startOwn(signal, lastingSettings);
}

async function startOwn(
  signal: AbortSignal,
  settings: Record<string, string>,
  advice = '',
): Promise<Provision<RestartablePostgres>> {
  try {
    const installation = await findInstallation(signal);
    if (installation === undefined) {
      return unavailable(
        `no PostgreSQL with pgvector is installed and only root on Debian can set one up${advice}`,
      );
    }
    return { available: true, value: await startPostgres(installation, signal, settings) };
  } catch (error) {
    return unavailable((error as Error).message);
  }
}

/** Reports a wrong address once, instead of in every test. */
async function takeGiven(url: string): Promise<Provision<PostgresServer>> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const found = await client.query(`select 1 from pg_available_extensions where name = 'vector'`);
    if (found.rowCount === 0) return unavailable('the server TEST_DATABASE_URL names lacks pgvector');
  } catch (error) {
    return unavailable(`TEST_DATABASE_URL cannot be used: ${(error as Error).message}`);
  } finally {
    await client.end().catch(() => {});
  }
  return { available: true, value: { url, stop: () => dropTestDatabases(url) } };
}

async function findInstallation(signal: AbortSignal): Promise<PostgresInstallation | undefined> {
  const isRoot = process.getuid?.() === 0;
  const programs = findInstalledPostgres();
  const account = isRoot ? accountId('postgres') : undefined;
  if (programs !== undefined && (!isRoot || account !== undefined)) return { programs, userId: account };
  if (!canInstallPackages()) return undefined;
  const root = await ensurePostgresRoot(signal);
  return { programs: '/usr/lib/postgresql/17/bin', root, userId: postgresUserId };
}

function accountId(name: string): number | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  return line === undefined ? undefined : Number(line.split(':')[2]);
}
