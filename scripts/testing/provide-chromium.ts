import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './debian.ts';
import { findOnPath } from './find-on-path.ts';
import { type Provision, unavailable } from './provision.ts';

/** The same engine without a window system. The browser tests need about half the CPU time with it. */
const headlessShell = 'chromium-headless-shell';
const fullBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The second package provides Chinese fonts, so that layouts with Chinese text are realistic. */
const packages = [headlessShell, 'fonts-wqy-zenhei'];
/** Where a full browser is installed, a machine without a network must not wait long for the headless shell. */
const optionalInstallMs = 120_000;

/**
 * Chromium for the browser tests: CHROMIUM_PATH, otherwise the headless shell on the PATH or from Debian's package,
 * otherwise a full browser on the PATH.
 */
export async function provideChromium(signal: AbortSignal): Promise<Provision<string>> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return { available: true, value: given };
    return unavailable(`CHROMIUM_PATH names ${given}, which does not exist`);
  }
  const path = process.env.PATH ?? '';
  const shell = findOnPath([headlessShell], path);
  if (shell !== undefined) return { available: true, value: shell };
  const fullBrowser = findOnPath(fullBrowsers, path);
  if (!canInstallPackages()) {
    if (fullBrowser !== undefined) return { available: true, value: fullBrowser };
    return unavailable('no Chromium is installed and only root on Debian can install it; set CHROMIUM_PATH');
  }
  try {
    console.log('Installing Chromium for the browser tests (once) …');
    const limit = fullBrowser === undefined ? [] : [AbortSignal.timeout(optionalInstallMs)];
    await installPackages(packages, AbortSignal.any([signal, ...limit]));
    return { available: true, value: `/usr/bin/${headlessShell}` };
  } catch (error) {
    if (fullBrowser !== undefined) return { available: true, value: fullBrowser };
    return unavailable((error as Error).message);
  }
}
