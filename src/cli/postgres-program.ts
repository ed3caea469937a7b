import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const escapeField = (text: string): string => text.replace(/[\\:]/g, '\\$&');

/** Moves the password into a file, because every account of the machine can read the arguments of a program. */
const hidePassword = (databaseUrl: string, folder: string): string => {
  const url = new URL(databaseUrl);
  if (url.password === '') return url.href;
  const passfile = join(folder, 'password');
  writeFileSync(passfile, `*:*:*:*:${escapeField(decodeURIComponent(url.password))}\n`, { mode: 0o600 });
  url.password = '';
  url.searchParams.set('passfile', passfile);
  return url.href;
};

/** Runs pg_dump or pg_restore. If the program is missing, the error says what to run instead. */
export const runPostgresProgram = async (
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: string[],
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
  try {
    const target = hidePassword(databaseUrl, folder);
    const { code, errors } = await run(program, [`--dbname=${target}`, ...args]);
    if (code === undefined)
      throw new Error(
        `${program} is not installed here. Install the PostgreSQL client, or run on a machine that has it: ${program} --dbname="$DATABASE_URL" ${args.join(' ')}`,
      );
    if (code !== 0) throw new Error(`${program} failed: ${errors.trim().replaceAll('\n', '; ')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const run = (program: string, args: string[]): Promise<{ code: number | undefined; errors: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4000);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve({ code: undefined, errors: '' });
      else reject(error);
    });
    child.on('close', (code) => resolve({ code: code ?? 1, errors }));
  });
