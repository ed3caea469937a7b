import type { Agents } from '../agents/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Encryption } from '../encryption/index.ts';
import type { SharedFiles } from '../files/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { type FilePart, type LiveCursor, readAfter } from '../rounds/index.ts';
import type { Users } from '../users/index.ts';
import { createFrameGrants } from './frame-grants.ts';
import { createHistory } from './history.ts';
import { createIdentityWarnings } from './identity-warnings.ts';
import { readStates } from './live-store.ts';
import { createLiveWatch } from './live-watch.ts';
import { type ShownFile, shownFiles } from './shown-files.ts';
import { createVisitorAccess } from './visitor-access.ts';
import { createVisitorConversations } from './visitor-conversations.ts';
import { eraseVisitors, sweepVisitors } from './visitor-removal.ts';
import { createWaitingQueue } from './waiting-queue/waiting-queue.ts';

interface ChannelsDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  log: Log;
  agents: Pick<Agents, 'find'>;
  conversations: Pick<Conversations, 'createIn'>;
  users: Pick<Users, 'newAnonymousId' | 'bindIn' | 'removeProperties' | 'resolveGuest'>;
  sharedFiles: Pick<SharedFiles, 'link'>;
}

/** The service for pages: identifies visitors, returns their conversations and sends live updates. */
export const createChannels = (deps: ChannelsDependencies) => {
  const { db, clock, log, agents } = deps;
  const live = createLiveWatch({
    db,
    clock,
    agents,
    queue: createWaitingQueue({ db, clock }),
    onError: (err) => log.warn({ err }, 'live updates could not be sent to open chat pages'),
  });
  const frameGrants = createFrameGrants(deps);
  const identityWarnings = createIdentityWarnings({ log, clock });
  const visitorAccess = createVisitorAccess({ ...deps, frameGrants });
  return {
    visitorAccess: {
      ...visitorAccess,
      open: async (...input: Parameters<typeof visitorAccess.open>) => {
        const [{ id: agentId }, { userHash }] = input;
        const access = await visitorAccess.open(...input).catch((error: unknown) => {
          if (userHash !== undefined) identityWarnings.warnOfError(agentId, error);
          throw error;
        });
        if (access.identityProblem) identityWarnings.warn(agentId, access.identityProblem);
        live.recheck(access.visitor.browserSha256);
        return access;
      },
    },
    frameGrants,
    conversations: createVisitorConversations(deps),
    history: createHistory({ db, clock: deps.clock, files: deps.sharedFiles }),
    live: {
      ...live,
      /** The current position in the conversation. */
      place: async (conversationId: string): Promise<LiveCursor> =>
        (await readStates(db.query, [conversationId], deps.clock.nowMs()))[0] ?? { sequence: 0, position: 0 },
      /** A limited number at once, and whether there are more. */
      after: (conversationId: string, cursor: LiveCursor, limit: number) =>
        readAfter(db.query, conversationId, cursor, limit),
      filesOf: (files: readonly FilePart[]): Promise<ShownFile[]> => shownFiles(files, deps.sharedFiles),
    },
    /** For erasure. */
    eraseUser: (tx: Handle, agentId: string, userId: string): Promise<void> =>
      eraseVisitors(tx, { agentId, userId }),
    sweep: (nowMs: number): Promise<number> => sweepVisitors(db.query, nowMs),
    close: live.close,
  };
};

export type Channels = ReturnType<typeof createChannels>;
