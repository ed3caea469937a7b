import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDebianRoot } from './debian-root.ts';
import { lastLines, runCommand } from './run-command.ts';

/** Account of PostgreSQL inside the folder: a number that no account of the machine has. */
export const postgresUserId = 5432;

/** A folder with Debian trixie's PostgreSQL 17 and pgvector. */
export const ensurePostgresRoot = (signal: AbortSignal): Promise<string> =>
  ensureDebianRoot(
    {
      folderName: `postgresql-17-trixie-1-${process.arch}`,
      title: 'PostgreSQL 17 with pgvector',
      packages: ['postgresql-17', 'postgresql-17-pgvector'],
      // The just-in-time compiler (a third of the folder) is switched off in tests.
      unneeded: /^(libllvm|libz3)/,
      furnish,
    },
    signal,
  );

/** Files that the install scripts would create and PostgreSQL needs. */
async function furnish(root: string, signal: AbortSignal): Promise<void> {
  const id = postgresUserId;
  writeFileSync(join(root, 'etc/passwd'), `root:x:0:0::/:/bin/sh\npostgres:x:${id}:${id}::/:/bin/sh\n`);
  writeFileSync(join(root, 'etc/group'), `root:x:0:\npostgres:x:${id}:\n`);
  const device = await runCommand('mknod', ['-m', '666', join(root, 'dev/null'), 'c', '1', '3'], { signal });
  if (device.code !== 0) throw new Error(`Could not make a device file: ${lastLines(device.output, 1)}`);
  const program = ['/usr/lib/postgresql/17/bin/postgres', '--version'];
  const trial = await runCommand('chroot', [root, ...program], { signal });
  if (trial.code !== 0) throw new Error(`PostgreSQL does not run: ${lastLines(trial.output, 3)}`);
}
