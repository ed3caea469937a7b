import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresInstallation } from './postgres-installation.ts';

const programs = ['pg_dump', 'pg_restore', 'psql'];

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Client programs of the server's own version, put first on the tests' PATH. Those of the machine may
 * be older, and an old pg_dump rejects a newer server. Programs of another root start with that
 * root's loader and libraries, because a chroot would not see the files they read and write.
 */
export function writePostgresClients({ programs: folder, root }: PostgresInstallation, into: string): void {
  const [loader = ''] = root === undefined ? [] : globSync(join(root, 'usr/lib/*-linux-gnu/ld-linux-*.so.*'));
  for (const program of programs) {
    const command =
      root === undefined
        ? [join(folder, program)]
        : [loader, '--library-path', join(loader, '..'), join(root, folder, program)];
    writeFileSync(join(into, program), `#!/bin/sh\nexec ${command.map(quoted).join(' ')} "$@"\n`, {
      mode: 0o755,
    });
  }
}
