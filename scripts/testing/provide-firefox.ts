import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './debian.ts';
import { findOnPath } from './find-on-path.ts';
import { type Provision, unavailable } from './provision.ts';

const names = ['firefox-esr', 'firefox'];
/** The second package provides Chinese fonts, as for Chromium. */
const packages = ['firefox-esr', 'fonts-wqy-zenhei'];

/** Firefox for the browser tests: FIREFOX_PATH, otherwise a Firefox on the PATH, otherwise Debian's package. */
export async function provideFirefox(
  signal: AbortSignal,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Provision<string>> {
  const given = environment.FIREFOX_PATH;
  if (given) {
    if (existsSync(given)) return { available: true, value: given };
    return unavailable(`FIREFOX_PATH names ${given}, which does not exist`);
  }
  const installed = findOnPath(names, environment.PATH ?? '');
  if (installed !== undefined) return { available: true, value: installed };
  if (!canInstallPackages())
    return unavailable('no Firefox is installed and only root on Debian can install it; set FIREFOX_PATH');
  try {
    console.log('Installing Firefox for the browser tests (once) …');
    await installPackages(packages, signal);
    return { available: true, value: '/usr/bin/firefox-esr' };
  } catch (error) {
    return unavailable((error as Error).message);
  }
}
