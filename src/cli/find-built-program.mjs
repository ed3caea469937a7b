import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a source file is the one that was built. It is read only if its time differs, as in a copied folder. */
const isUnchanged = (root, [path, size, mtimeMs, hash]) => {
  const file = join(root, path);
  const found = statSync(file);
  if (found.size !== size) return false;
  return (
    found.mtimeMs === mtimeMs || createHash('sha256').update(readFileSync(file)).digest('base64') === hash
  );
};

/**
 * The program in dist/server that `npm run build` made of the present source files. Undefined if there is none, or if a
 * source file has changed since. A packed release has no source files.
 *
 * @param {string} root the folder of the installation
 * @returns {string | undefined}
 */
export const findBuiltProgram = (root) => {
  try {
    const built = join(root, 'dist/server');
    const { folder, program, sources } = JSON.parse(readFileSync(join(built, 'current.json'), 'utf8'));
    const path = join(built, folder, program);
    const isRelease = !existsSync(join(root, 'src/cli/program.ts'));
    const isCurrent = isRelease || sources.every((source) => isUnchanged(root, source));
    return statSync(path).isFile() && isCurrent ? path : undefined;
  } catch {
    return undefined;
  }
};
