import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './provision.ts';
import { lastLines, runCommand } from './run-command.ts';
import { withFileLock } from './with-file-lock.ts';

const publicMirror = 'http://deb.debian.org/debian';

/** The test command installs missing packages only on Debian. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

/** Installs Debian packages. The error contains the end of apt's output. */
export async function installPackages(names: readonly string[], signal: AbortSignal): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await withFileLock(join(cacheFolder(process.env), 'apt.lock'), async () => {
    // One unreachable third-party source fails the update. The install shows whether it matters.
    await runCommand('apt-get', ['update'], { env, signal });
    const lockWait = ['-o', 'DPkg::Lock::Timeout=600'];
    const flags = ['install', '-y', '--no-install-recommends', ...lockWait];
    const install = await runCommand('apt-get', [...flags, ...names], { env, signal });
    if (install.code !== 0) {
      throw new Error(`apt-get install ${names.join(' ')} failed:\n${lastLines(install.output, 5)}`);
    }
  });
}

/** The Debian archive that apt uses on this machine, which may be a private mirror. */
export async function debianMirror(signal: AbortSignal): Promise<string> {
  const format = '$(REPO_URI)\t$(LABEL)';
  const targets = await runCommand('apt-get', ['indextargets', '--format', format, 'Identifier: Packages'], {
    signal,
  });
  return chooseMirror(targets.output);
}

/** @param targets lines of "address TAB label" as apt lists them. */
export function chooseMirror(targets: string): string {
  for (const line of targets.split('\n')) {
    const [address = '', label] = line.split('\t');
    // Updates and security have their own archives. The label identifies the main archive.
    if (label === 'Debian' && /^(https?|file):/.test(address)) return address.replace(/\/+$/, '');
  }
  return publicMirror;
}

/** debootstrap downloads with wget, which does not use apt's proxy settings. */
export async function downloadEnvironment(signal: AbortSignal): Promise<NodeJS.ProcessEnv> {
  const env = { ...process.env };
  for (const scheme of ['http', 'https']) {
    const setting = `Acquire::${scheme}::Proxy`;
    const proxy = await runCommand('apt-config', ['dump', '--format', '%v%n', setting], { signal });
    const address = proxy.output.trim();
    if (proxy.code === 0 && /^https?:\/\/\S+$/.test(address)) env[`${scheme}_proxy`] ??= address;
  }
  return env;
}
