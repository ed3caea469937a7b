import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpillSink } from './spilled-value.ts';

/** A long base64 value, decoded into a file, or the reason why it failed. */
export type SpilledFile = { path: string; sizeBytes: number; error?: undefined } | { error: 'not base64' };

/** Decoded bytes that may be in memory before the next write. */
const maxPendingBytes = 256 * 1024;
const suffix = '.spill';

interface OpenSpill {
  token: string;
  path: string;
  handle: FileHandle | undefined;
  pending: Buffer[];
  sizeBytes: number;
  outcome: 'open' | 'done' | 'not base64';
}

/** The files of one body. */
export interface BodyFiles {
  readonly size: number;
  /** By the token in the parsed body. Undefined for every other text. */
  get(token: string): SpilledFile | undefined;
  /** Deletes every file. */
  dispose(): Promise<void>;
}

export interface SpillFiles {
  start(): { sink: SpillSink; token: string };
  /** Undefined while there is not enough to write. Nothing may be spilled until the promise has settled. */
  flush(everything: boolean): Promise<void> | undefined;
  files: BodyFiles;
}

const writeAll = async (handle: FileHandle, bytes: Buffer): Promise<void> => {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written)).bytesWritten;
  }
};

export const createSpillFiles = (
  folder: string,
  /** Rejects if the disk has no room for the bytes. */
  requireRoom: (bytes: number) => Promise<void> = async () => {},
): SpillFiles => {
  const files = new Map<string, SpilledFile>();
  const paths: string[] = [];
  /** Values in the order of the body. Only the last can be incomplete. */
  let spills: OpenSpill[] = [];
  let pendingBytes = 0;

  const start = (): { sink: SpillSink; token: string } => {
    const name = randomBytes(16).toString('hex');
    const spill: OpenSpill = {
      token: `spilled:${name}`,
      path: join(folder, `${name}${suffix}`),
      handle: undefined,
      pending: [],
      sizeBytes: 0,
      outcome: 'open',
    };
    spills.push(spill);
    const sink: SpillSink = {
      write(bytes) {
        spill.pending.push(bytes);
        spill.sizeBytes += bytes.length;
        pendingBytes += bytes.length;
      },
      finish(isBase64) {
        spill.outcome = isBase64 ? 'done' : 'not base64';
      },
    };
    return { sink, token: spill.token };
  };

  const write = async (spill: OpenSpill): Promise<void> => {
    if (spill.handle === undefined) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      paths.push(spill.path);
      spill.handle = await open(spill.path, 'wx', 0o600);
    }
    const bytes = spill.pending.length === 1 ? spill.pending[0]! : Buffer.concat(spill.pending);
    spill.pending = [];
    await requireRoom(bytes.length);
    await writeAll(spill.handle, bytes);
  };

  const settle = async (spill: OpenSpill): Promise<void> => {
    await spill.handle?.close();
    spill.handle = undefined;
    if (spill.outcome === 'done') files.set(spill.token, { path: spill.path, sizeBytes: spill.sizeBytes });
    else {
      files.set(spill.token, { error: 'not base64' });
      await rm(spill.path, { force: true });
    }
  };

  const writeSpills = async (): Promise<void> => {
    pendingBytes = 0;
    for (const spill of spills) {
      if (spill.outcome === 'not base64') spill.pending = [];
      else if (spill.pending.length > 0 || spill.outcome === 'done') await write(spill);
      if (spill.outcome !== 'open') await settle(spill);
    }
    spills = spills.filter(({ outcome }) => outcome === 'open');
  };

  const flush = (everything: boolean): Promise<void> | undefined =>
    pendingBytes >= maxPendingBytes || (everything && spills.length > 0) ? writeSpills() : undefined;

  const dispose = async (): Promise<void> => {
    await Promise.all(spills.map(({ handle }) => handle?.close().catch(() => {})));
    spills = [];
    await Promise.all(paths.splice(0).map((path) => rm(path, { force: true })));
  };

  const bodyFiles: BodyFiles = {
    get size() {
      return files.size;
    },
    get: (token) => files.get(token),
    dispose,
  };
  return { start, flush, files: bodyFiles };
};

/** Deletes files of killed processes. Younger files may belong to another running process. */
export const removeStaleSpills = async (folder: string, modifiedBeforeMs: number): Promise<void> => {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(suffix))) {
    const path = join(folder, name);
    const modifiedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (modifiedMs < modifiedBeforeMs) await rm(path, { force: true });
  }
};
