import { ensureDebianRoot } from './debian-root.ts';
import { furnishRoot } from './furnish-root.ts';

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
      furnish: (root) =>
        furnishRoot(
          root,
          {
            title: 'PostgreSQL',
            accounts: { postgres: postgresUserId },
            trial: ['/usr/lib/postgresql/17/bin/postgres', '--version'],
          },
          signal,
        ),
    },
    signal,
  );
