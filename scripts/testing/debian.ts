import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './provision.ts';
import { lastLines, runCommand } from './run-command.ts';
import { withFileLock } from './with-file-lock.ts';

const publicMirror = 'http://deb.debian.org/debian';

/** Only here may the test command install what it lacks by itself. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

/** Installs Debian packages, quietly; the error carries the end of apt's own output. */
export async function installPackages(names: readonly string[], signal: AbortSignal): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await withFileLock(join(cacheFolder(process.env), 'apt.lock'), async () => {
    // One unreachable third-party source makes the update fail; whether it mattered the install will tell.
    await runCommand('apt-get', ['update'], { env, signal });
    const lockWait = ['-o', 'DPkg::Lock::Timeout=600'];
    const flags = ['install', '-y', '--no-install-recommends', ...lockWait];
    const install = await runCommand('apt-get', [...flags, ...names], { env, signal });
    if (install.code !== 0) {
      throw new Error(`apt-get install ${names.join(' ')} failed:\n${lastLines(install.output, 5)}`);
    }
  });
}

/** The Debian archive this machine's own apt is set up with: a private mirror may be all it can reach. */
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
    // Updates and security have their own archives; the label tells the main one from them.
    if (label === 'Debian' && /^(https?|file):/.test(address)) return address.replace(/\/+$/, '');
  }
  return publicMirror;
}

/** debootstrap downloads with wget, which knows nothing of the proxy that apt is set up with. */
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
