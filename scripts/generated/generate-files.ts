import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fingerprint } from '../web/fingerprint.ts';
import type { GeneratedFile } from './generated-files.ts';

interface Stamp {
  /** Of the files that it was made of. */
  inputs: string;
  /** Of what was written, so that a file changed by hand is made again. */
  content: string;
}

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

const readStamps = async (path: string): Promise<Record<string, Stamp>> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, Stamp>;
  } catch {
    return {};
  }
};

/** Renamed when complete, so that a type check at the same time reads a whole file. */
const writeThenRename = async (path: string, content: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.${process.pid}`, content);
  await rename(`${path}.${process.pid}`, path);
};

/** Makes the files whose inputs have changed since they were made, or all. Returns the paths of those it made. */
export const generateFiles = async (
  root: string,
  files: readonly GeneratedFile[],
  isForced = false,
): Promise<string[]> => {
  const stampsPath = join(root, 'dist/.generated.json');
  const stamps = await readStamps(stampsPath);
  const made: string[] = [];
  for (const { path, inputs, make } of files) {
    const target = join(root, path);
    const source = await fingerprint(root, inputs);
    const present = await readFile(target, 'utf8').catch(() => undefined);
    const stamp = stamps[path];
    const isCurrent = stamp?.inputs === source && present !== undefined && stamp.content === hashOf(present);
    if (isCurrent && !isForced) continue;
    const content = await make();
    // A file that stays the same keeps its time, for programs that compare times.
    if (content !== present) await writeThenRename(target, content);
    stamps[path] = { inputs: source, content: hashOf(content) };
    made.push(path);
    await writeThenRename(stampsPath, JSON.stringify(stamps));
  }
  return made;
};
