import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages } from './debian.ts';
import { ensureDebianRoot } from './debian-root.ts';
import { type Provision, unavailable } from './provision.ts';
import { lastLines, runCommand } from './run-command.ts';

/** Accounts of Dovecot inside the folder: numbers that no account of the machine has. */
const accounts = { dovecot: 5433, dovenull: 5434, vmail: 5435 };

/** Files that the install scripts would create and Dovecot needs. */
async function furnish(root: string, signal: AbortSignal): Promise<void> {
  const all = Object.entries({ root: 0, ...accounts });
  const lines = (line: (name: string, id: number) => string) =>
    all.map(([name, id]) => line(name, id)).join('');
  writeFileSync(
    join(root, 'etc/passwd'),
    lines((name, id) => `${name}:x:${id}:${id}::/:/bin/sh\n`),
  );
  writeFileSync(
    join(root, 'etc/group'),
    lines((name, id) => `${name}:x:${id}:\n`),
  );
  mkdirSync(join(root, 'var/tmp'), { recursive: true });
  for (const [name, number] of [
    ['null', '3'],
    ['urandom', '9'],
  ]) {
    const device = await runCommand('mknod', ['-m', '666', join(root, 'dev', name!), 'c', '1', number!], {
      signal,
    });
    if (device.code !== 0) throw new Error(`Could not make a device file: ${lastLines(device.output, 1)}`);
  }
  const trial = await runCommand('chroot', [root, '/usr/sbin/dovecot', '--version'], { signal });
  if (trial.code !== 0) throw new Error(`Dovecot does not run: ${lastLines(trial.output, 3)}`);
}

/** A folder with the IMAP server Dovecot for the tests, on Debian as root. */
export async function provideDovecot(signal: AbortSignal): Promise<Provision<string>> {
  if (process.env.DOVECOT_ROOT) return { available: true, value: process.env.DOVECOT_ROOT };
  if (!canInstallPackages()) return unavailable('only root on Debian can set up Dovecot');
  const wanted = {
    folderName: `dovecot-2.4-trixie-1-${process.arch}`,
    title: 'Dovecot',
    packages: ['dovecot-imapd'],
    unneeded: /^(?:perl-modules|libicu-dev)/,
    furnish,
  };
  try {
    return { available: true, value: await ensureDebianRoot(wanted, signal) };
  } catch (error) {
    return unavailable((error as Error).message);
  }
}
