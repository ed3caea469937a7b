import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const fileNames = /^(licen[cs]e|copying|notice|copyright|third[-_ ]?party)/i;
const longestBytes = 400_000;

/** All licence texts of a package. Empty if it has none or is not installed here. */
export const readLicence = (folder: string): string => {
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .filter((name) => fileNames.test(name) && !/\.(js|ts|json|html)$/.test(name))
    .filter(
      (name) => statSync(join(folder, name)).isFile() && statSync(join(folder, name)).size <= longestBytes,
    )
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r', '').trim())
    .join('\n\n');
};
