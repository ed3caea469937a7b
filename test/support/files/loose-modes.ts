import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The folder and all files and folders below it that other accounts could use. */
export const looseModes = (folder: string): string[] =>
  [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))]
    .map((path) => ({ path, found: lstatSync(path, { throwIfNoEntry: false }) }))
    .filter(({ found }) => found && (found.mode & 0o777) !== (found.isDirectory() ? 0o700 : 0o600))
    .map(({ path, found }) => `${relative(folder, path)} ${(found!.mode & 0o777).toString(8)}`);
