import type { Agent } from '../../agents/index.ts';
import type { Handle } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { HumanSessionRow } from '../human-session.ts';

/** A session of the inbox, as a caller names it. */
export interface InboxPlace {
  workspaceId: string;
  sessionId: string;
}

/** Reads the session and its agent under the lock of the conversation. */
export type LockInboxSession = (
  tx: Handle,
  place: InboxPlace,
) => Promise<{ session: HumanSessionRow; agent: Agent }>;

export const sessionClosed = (): AppError =>
  new AppError(
    'conflict',
    'The session is closed: the agent answers again, and the user would not expect a reply',
  );
