import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServiceSecret } from '../auth/index.ts';
import type { Database } from '../db/index.ts';
import type { Encryption } from '../encryption/index.ts';
import type { Clock } from '../lib/clock.ts';

/** A page gets a new grant with every visitor token, so it expires only for pages that were closed long ago. */
const validSeconds = 7 * 24 * 60 * 60;
const grantPattern = /^(\d{1,12})\.([\w-]{0,400})\.([\w-]{43})$/;

/** What the browser reported when it loaded the chat page into a frame. */
export interface Framing {
  /** Origin of the page around the frame, `self` for our own. Empty if the browser did not report it. */
  parentOrigin: string;
}

/**
 * A grant is part of a chat page that a browser loaded into a frame, never of another page. A page may name
 * a user only with one. It is not a secret: its purpose is that a link, a redirect or a window's opener
 * cannot make a visitor's page name a user, whatever the page's script does.
 */
export const createFrameGrants = (deps: { db: Database; clock: Clock; encryption: Encryption }) => {
  const { clock } = deps;
  const secret = createServiceSecret({ ...deps, name: 'frame-grants' });
  const sign = async (agentId: string, issuedSeconds: number, origin: string): Promise<Buffer> =>
    createHmac('sha256', await secret())
      .update(`${agentId}\n${issuedSeconds}\n${origin}`)
      .digest();

  return {
    issue: async (agentId: string, { parentOrigin }: Framing): Promise<string> => {
      const issuedSeconds = Math.floor(clock.nowMs() / 1000);
      const signature = await sign(agentId, issuedSeconds, parentOrigin);
      return `${issuedSeconds}.${Buffer.from(parentOrigin).toString('base64url')}.${signature.toString('base64url')}`;
    },

    /** Undefined for a grant that is not ours, belongs to another agent or has expired. */
    read: async (agentId: string, grant: string | undefined): Promise<Framing | undefined> => {
      const match = grantPattern.exec(grant ?? '');
      if (!match) return undefined;
      const issuedSeconds = Number(match[1]);
      const parentOrigin = Buffer.from(match[2]!, 'base64url').toString();
      const given = Buffer.from(match[3]!, 'base64url');
      const expected = await sign(agentId, issuedSeconds, parentOrigin);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return issuedSeconds + validSeconds > clock.nowMs() / 1000 ? { parentOrigin } : undefined;
    },
  };
};

export type FrameGrants = ReturnType<typeof createFrameGrants>;
