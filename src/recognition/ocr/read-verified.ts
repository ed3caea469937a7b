import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Loads a model file only if its hash is the tested one. */
export const readVerified = async (path: string, sha256: string): Promise<Buffer> => {
  const bytes = await readFile(path);
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== sha256) throw new Error(`The model file ${path} is not the expected one: sha256 ${actual}`);
  return bytes;
};
