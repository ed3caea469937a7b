import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DeskSession } from './desk-session.ts';

const extension = '.json';

/** One JSON file per session. A call of Frontdesk is acknowledged only after its session is on disk. */
export const createSessionFiles = (folder: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  return {
    readAll: (): DeskSession[] =>
      readdirSync(folder)
        .filter((name) => name.endsWith(extension))
        .map((name) => {
          try {
            return JSON.parse(readFileSync(join(folder, name), 'utf8')) as DeskSession;
          } catch (error) {
            throw new Error(`${join(folder, name)} is not a stored session: ${(error as Error).message}`);
          }
        }),
    /** Replaces the file in one step, so that a crash leaves the old or the new content. */
    write: (session: DeskSession): void => {
      const path = join(folder, `${encodeURIComponent(session.conversationId)}${extension}`);
      const temporary = `${path}.new`;
      const file = openSync(temporary, 'w', 0o600);
      try {
        writeSync(file, JSON.stringify(session));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(temporary, path);
    },
  };
};

export type SessionFiles = ReturnType<typeof createSessionFiles>;
