import { canInstallPackages } from './debian.ts';
import { ensureDebianRoot } from './debian-root.ts';
import { furnishRoot } from './furnish-root.ts';
import { type Provision, unavailable } from './provision.ts';

/** Accounts of Dovecot inside the folder: numbers that no account of the machine has. */
const accounts = { dovecot: 5433, dovenull: 5434, vmail: 5435 };

/** A folder with the IMAP server Dovecot for the tests, on Debian as root. */
export async function provideDovecot(signal: AbortSignal): Promise<Provision<string>> {
  if (process.env.DOVECOT_ROOT) return { available: true, value: process.env.DOVECOT_ROOT };
  if (!canInstallPackages()) return unavailable('only root on Debian can set up Dovecot');
  const wanted = {
    folderName: `dovecot-2.4-trixie-1-${process.arch}`,
    title: 'Dovecot',
    packages: ['dovecot-imapd'],
    unneeded: /^(?:perl-modules|libicu-dev)/,
    furnish: (root: string) =>
      furnishRoot(root, { title: 'Dovecot', accounts, trial: ['/usr/sbin/dovecot', '--version'] }, signal),
  };
  try {
    return { available: true, value: await ensureDebianRoot(wanted, signal) };
  } catch (error) {
    return unavailable((error as Error).message);
  }
}
