import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

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
