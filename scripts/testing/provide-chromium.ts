import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackages } from './debian.ts';
import { type Provision, unavailable } from './provision.ts';

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The second package provides Chinese fonts, so that layouts with Chinese text are realistic. */
const packages = ['chromium', 'fonts-wqy-zenhei'];

/** Chromium for the browser tests: CHROMIUM_PATH, otherwise the one on the PATH, otherwise Debian's package. */
export async function provideChromium(signal: AbortSignal): Promise<Provision<string>> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return { available: true, value: given };
    return unavailable(`CHROMIUM_PATH names ${given}, which does not exist`);
  }
  const found = findOnPath(programNames, process.env.PATH ?? '');
  if (found !== undefined) return { available: true, value: found };
  if (!canInstallPackages()) {
    return unavailable('no Chromium is installed and only root on Debian can install it; set CHROMIUM_PATH');
  }
  try {
    console.log('Installing Chromium for the browser tests (once) …');
    await installPackages(packages, signal);
    return { available: true, value: '/usr/bin/chromium' };
  } catch (error) {
    return unavailable((error as Error).message);
  }
}

/** The first of `names` that is an executable in a folder of `path` or in /usr/bin. */
export function findOnPath(names: readonly string[], path: string): string | undefined {
  const folders = [...path.split(delimiter).filter(Boolean), '/usr/bin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
