import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServiceSecret } from '../auth/index.ts';
import type { Database } from '../db/index.ts';
import type { Encryption } from '../encryption/index.ts';
import type { Clock } from '../lib/clock.ts';
import { insertShared, listExpired } from './file-store.ts';
import type { Files, NewFile, OpenFile } from './files.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Long enough for a reply that is fetched late. Links are not an archive. */
const validMs = 7 * dayMs;
const sweptAtOnce = 200;

interface SharedFilesDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  files: Files;
  /** Public URL of the service, without a slash at the end. */
  baseUrl: string;
}

/** Signed URLs of files that anyone can fetch until they expire. */
export const createSharedFiles = ({ db, clock, encryption, files, baseUrl }: SharedFilesDependencies) => {
  const secret = createServiceSecret({ db, clock, encryption, name: 'file-links' });

  const sign = async (fileId: string, expiresSeconds: number): Promise<Buffer> =>
    createHmac('sha256', await secret())
      .update(`${fileId}.${expiresSeconds}`)
      .digest();

  const pathTo = async (fileId: string, untilMs: number) => {
    const expiresSeconds = Math.ceil(untilMs / 1000);
    const signature = (await sign(fileId, expiresSeconds)).toString('base64url');
    return { expiresSeconds, path: `/files/${fileId}?expires=${expiresSeconds}&signature=${signature}` };
  };

  return {
    /** Path of a stored file for our pages, valid for a day. The file stays after that. */
    link: async (fileId: string): Promise<string> => (await pathTo(fileId, clock.nowMs() + dayMs)).path,

    /** Reads the key before the first URL is signed, because it cannot be read within a transaction. */
    ready: async (): Promise<void> => void (await secret()),

    /** The same as an absolute URL, for other programs. */
    url: async (fileId: string, forMs = dayMs): Promise<string> =>
      baseUrl + (await pathTo(fileId, clock.nowMs() + forMs)).path,

    share: async (file: NewFile): Promise<{ fileId: string; url: string }> => {
      const { id } = await files.store(file);
      const { expiresSeconds, path } = await pathTo(id, clock.nowMs() + validMs);
      await insertShared(db.query, { fileId: id, expiresAtMs: expiresSeconds * 1000 });
      return { fileId: id, url: `${baseUrl}${path}` };
    },

    /** Undefined for a URL that is not ours, was changed, has expired or whose file is gone. */
    open: async (link: {
      fileId: string;
      expires: string;
      signature: string;
    }): Promise<OpenFile | undefined> => {
      if (!/^\d{1,12}$/.test(link.expires)) return undefined;
      const expiresSeconds = Number(link.expires);
      const given = Buffer.from(link.signature, 'base64url');
      const expected = await sign(link.fileId, expiresSeconds);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      if (expiresSeconds * 1000 <= clock.nowMs()) return undefined;
      return files.open(link.fileId);
    },

    /** Removes files whose URLs have expired. */
    sweep: async (nowMs: number): Promise<number> => {
      for (let removed = 0; ; ) {
        const expired = await listExpired(db.query, { nowMs, limit: sweptAtOnce });
        for (const fileId of expired) await files.remove(fileId);
        removed += expired.length;
        if (expired.length < sweptAtOnce) return removed;
      }
    },
  };
};

export type SharedFiles = ReturnType<typeof createSharedFiles>;
