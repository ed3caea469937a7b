import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DatabaseKind } from '../db/index.ts';

export const manifestName = 'manifest.json';

interface BackedUpFile {
  /** Relative to the backup's folder, with forward slashes. */
  path: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  format: 1;
  createdAt: string;
  database: DatabaseKind;
  /** ID of the key that encrypts the secrets; absent in backups of versions without encryption. */
  secretKeyId?: string | undefined;
  files: BackedUpFile[];
}

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

const filesUnder = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== manifestName)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Written last: a folder without a manifest is not a complete backup. */
export const writeManifest = async (
  folder: string,
  {
    database,
    secretKeyId,
    nowMs,
  }: { database: DatabaseKind; secretKeyId?: string | undefined; nowMs: number },
): Promise<Manifest> => {
  const files: BackedUpFile[] = [];
  for (const path of await filesUnder(folder))
    files.push({
      path: relative(folder, path).replaceAll(sep, '/'),
      bytes: (await stat(path)).size,
      sha256: await sha256Of(path),
    });
  const createdAt = new Date(nowMs).toISOString();
  const manifest: Manifest = { format: 1, createdAt, database, secretKeyId, files };
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
};

const readManifest = async (folder: string): Promise<Manifest> => {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Manifest;
  } catch {
    throw new Error(`${folder} is not a backup: it has no readable ${manifestName}`);
  }
  if (manifest.format !== 1 || !Array.isArray(manifest.files))
    throw new Error(`${folder} was made by an unknown version`);
  return manifest;
};

/** Returns the manifest if every file is present and unchanged. */
export const verifyBackup = async (folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder);
  for (const { path, sha256 } of manifest.files) {
    // The manifest is untrusted: paths must stay inside the folder.
    if (path.split('/').includes('..') || path.startsWith('/'))
      throw new Error(`The manifest in ${folder} contains the forbidden path ${path}`);
    const actual = await sha256Of(join(folder, path)).catch(() => undefined);
    if (actual !== sha256)
      throw new Error(
        `The backup is damaged: ${path} ${actual === undefined ? 'is missing' : 'was changed'}`,
      );
  }
  return manifest;
};
