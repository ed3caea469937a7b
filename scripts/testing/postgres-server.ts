import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../test/support/servers/free-port.ts';
import { writePostgresClients } from './postgres-clients.ts';
import type { PostgresInstallation } from './postgres-installation.ts';
import { lastLines, runCommand } from './run-command.ts';

export interface PostgresServer {
  url: string;
  /** Folder of client programs of the server's version. Absent for an external server. */
  clients?: string;
  stop(): Promise<void>;
}

/** A server that a test can stop and start again with its data and address. */
export interface RestartablePostgres extends PostgresServer {
  /** `fast` ends all connections and shuts down in order. `immediate` is like a crash. */
  halt(how: 'fast' | 'immediate'): Promise<void>;
  resume(): Promise<void>;
}

const folderPrefix = 'frontdesk-test-';
const startTimeoutMs = 60_000;
const stopTimeoutMs = 5_000;

/** The data is deleted after the run, so it does not need to reach the disk. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  // /dev/shm may be absent or tiny in containers.
  dynamic_shared_memory_type: 'mmap',
  jit: 'off',
};

/** Durable as in production: acknowledged data survives the server. */
export const lastingSettings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** Starts a new server on a free loopback port, with a data folder that `stop` removes. */
export async function startPostgres(
  installation: PostgresInstallation,
  signal: AbortSignal,
  ownSettings: Record<string, string> = {},
): Promise<RestartablePostgres> {
  const parent = '/var/tmp';
  removeAbandonedFolders(join(installation.root ?? '', parent));
  const name = `${folderPrefix}${process.pid}-${randomBytes(4).toString('hex')}`;
  const inside = join(parent, name);
  const outside = join(installation.root ?? '', inside);
  const password = randomBytes(16).toString('hex');
  try {
    mkdirSync(outside, { mode: 0o700 });
    writeFileSync(join(outside, 'password'), password, { mode: 0o600 });
    if (installation.userId !== undefined) {
      chownSync(outside, installation.userId, installation.userId);
      chownSync(join(outside, 'password'), installation.userId, installation.userId);
    }
    await initialise(installation, inside, signal);
    const port = await freePort();
    const log = join(outside, 'server.log');
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    const start = async (): Promise<ChildProcess> => {
      const launched = launch(installation, join(inside, 'data'), log, {
        ...settings,
        ...ownSettings,
        port: String(port),
      });
      try {
        await waitUntilReady(launched, url, log, signal);
      } catch (error) {
        await end(launched);
        throw error;
      }
      return launched;
    };
    let child = await start();
    const clients = mkdtempSync(join(tmpdir(), 'frontdesk-clients-'));
    writePostgresClients(installation, clients);
    return {
      url,
      clients,
      halt: (how) => end(child, how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
      resume: async () => {
        child = await start();
      },
      stop: async () => {
        await end(child);
        rmSync(clients, { recursive: true, force: true });
        rmSync(outside, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(outside, { recursive: true, force: true });
    throw error;
  }
}

/** Command line that runs a program of the installation under its account and ends with this process. */
function commandLine(installation: PostgresInstallation, program: string, args: string[]): string[] {
  const { root, userId } = installation;
  const account = userId === undefined ? [] : [`--reuid=${userId}`, `--regid=${userId}`, '--clear-groups'];
  // If this process is killed, the kernel sends the server SIGINT, which is a fast shutdown.
  const wrapped = ['setpriv', ...account, '--pdeathsig=INT', join(installation.programs, program), ...args];
  return root === undefined ? wrapped : ['chroot', root, ...wrapped];
}

async function initialise(installation: PostgresInstallation, folder: string, signal: AbortSignal) {
  const flags = ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8', '--username=postgres'];
  const secret = ['--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`];
  const args = [...flags, ...secret, '-D', join(folder, 'data')];
  const [command = '', ...rest] = commandLine(installation, 'initdb', args);
  const result = await runCommand(command, rest, { signal, env: plainEnvironment() });
  if (result.code !== 0) throw new Error(`initdb failed:\n${lastLines(result.output, 5)}`);
}

function launch(
  installation: PostgresInstallation,
  data: string,
  log: string,
  all: Record<string, string>,
): ChildProcess {
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = commandLine(installation, 'postgres', ['-D', data, ...flags]);
  const output = openSync(log, 'a');
  return spawn(command, args, {
    env: plainEnvironment(),
    stdio: ['ignore', output, output],
    // Its own process group: Ctrl-C ends the tests first, then `stop` ends the server.
    detached: true,
  });
}

/** PG* variables and the locale of the shell must not affect the server. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
  };
}

async function waitUntilReady(child: ChildProcess, url: string, log: string, signal: AbortSignal) {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    signal.throwIfAborted();
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start:\n${lastLines(readFileSync(log, 'utf8'), 5)}`);
    }
    const client = new pg.Client({ connectionString: url });
    // An error after connecting is reported to the query. Without a listener it would end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await delay(50);
    }
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const impatience = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
  await ended;
  clearTimeout(impatience);
}

/** Killed runs could not clean up. Their server ended with them. */
function removeAbandonedFolders(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
