import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { debianMirror, downloadEnvironment, installPackages } from './debian.ts';
import { cacheFolder } from './provision.ts';
import { lastLines, runCommand } from './run-command.ts';
import { withFileLock } from './with-file-lock.ts';

interface DebianRoot {
  /** Increase its number when the content of the folder changes, so that an older folder is not reused. */
  folderName: string;
  /** What is set up, for people. */
  title: string;
  packages: readonly string[];
  /** Packages that are not unpacked. */
  unneeded: RegExp;
  /** Creates files that the install scripts would create. */
  furnish(root: string): Promise<void>;
}

/**
 * A folder with programs of Debian trixie, created once and reused.
 *
 * debootstrap finds the packages, checks their signatures and downloads them. They are only unpacked:
 * running their install scripts would take another minute and start a server. The tests need only the
 * files and an account.
 */
export async function ensureDebianRoot(wanted: DebianRoot, signal: AbortSignal): Promise<string> {
  const { folderName, title, furnish } = wanted;
  const cache = cacheFolder(process.env);
  const folder = join(cache, folderName);
  if (existsSync(folder)) return folder;
  console.log(`Setting up ${title} for the tests (once, about a minute) …`);
  if (!existsSync('/usr/sbin/debootstrap')) {
    await installPackages(['debootstrap', 'debian-archive-keyring', 'gpgv'], signal);
  }
  return withFileLock(join(cache, `${folderName}.lock`), async () => {
    if (existsSync(folder)) return folder;
    // This process has the lock, so an incomplete folder belongs to an interrupted run.
    for (const name of readdirSync(cache)) {
      if (name.startsWith(`${folderName}.building-`)) rmSync(join(cache, name), { recursive: true });
    }
    const building = join(cache, `${folderName}.building-${process.pid}`);
    try {
      const root = join(building, 'root');
      await unpack(await download(join(building, 'download'), wanted, signal), root, signal);
      await furnish(root);
      renameSync(root, folder);
    } finally {
      rmSync(building, { recursive: true, force: true });
    }
    return folder;
  });
}

async function download(
  folder: string,
  { packages, unneeded }: DebianRoot,
  signal: AbortSignal,
): Promise<string[]> {
  const mirror = await debianMirror(signal);
  const flags = ['--variant=minbase', '--download-only', `--include=${packages.join(',')}`];
  const env = await downloadEnvironment(signal);
  mkdirSync(folder, { recursive: true });
  const result = await runCommand('debootstrap', [...flags, 'trixie', folder, mirror], { env, signal });
  if (result.code !== 0) {
    throw new Error(`debootstrap of trixie from ${mirror} failed:\n${lastLines(result.output, 5)}`);
  }
  const archives = join(folder, 'var/cache/apt/archives');
  const names = readdirSync(archives).filter((name) => name.endsWith('.deb') && !unneeded.test(name));
  // base-files creates links such as /bin → /usr/bin, which must exist before the other packages are unpacked.
  names.sort((a, b) => Number(b.startsWith('base-files_')) - Number(a.startsWith('base-files_')));
  return names.map((name) => join(archives, name));
}

async function unpack(archives: string[], root: string, signal: AbortSignal): Promise<void> {
  mkdirSync(root, { mode: 0o755 });
  for (const archive of archives) {
    const result = await runCommand('dpkg-deb', ['--extract', archive, root], { signal });
    if (result.code !== 0) throw new Error(`Could not unpack ${archive}:\n${lastLines(result.output, 3)}`);
  }
}
