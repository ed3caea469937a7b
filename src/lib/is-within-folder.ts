import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is the folder or below it. Both must be absolute and without `..`. Links are not followed. */
export const isWithinFolder = (folder: string, path: string): boolean => {
  const rest = relative(folder, path);
  return rest === '' || !(rest === '..' || rest.startsWith(`..${sep}`) || isAbsolute(rest));
};
