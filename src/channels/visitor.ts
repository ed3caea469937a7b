import type { Selectable } from 'kysely';
import type { Schema } from '../db/index.ts';
import type { PageChannel } from './page-channels.ts';

export type VisitorRow = Selectable<Schema['visitors']>;

/** A browser as one user in one channel of an agent. */
export interface Visitor {
  id: string;
  agentId: string;
  channel: PageChannel;
  browserSha256: string;
  /** The user id of conversations: the anonymous_id while no user is named. */
  userId: string;
  /** For an anonymous visitor. It stays when the developer has linked them, and `userId` is then that user's. */
  anonymousId: string | null;
  /** claimed: the page named the user without verification. */
  identity: VisitorRow['identity'];
  /** '' for none. */
  email: string;
  /** Tags of the languages of the page, most preferred first. */
  languages: string[];
}

/** @param boundUserId the user_id to which the developer linked this visitor. */
export const toVisitor = (row: VisitorRow, boundUserId: string | null): Visitor => ({
  id: row.id,
  agentId: row.agent_id,
  channel: row.channel as PageChannel,
  browserSha256: row.browser_sha256,
  userId: boundUserId ?? row.user_id,
  anonymousId: row.identity === 'anonymous' ? row.user_id : null,
  identity: row.identity,
  email: row.email,
  languages: row.locale.split(',').filter((tag) => tag !== ''),
});

/** Whether the site, or the developer through the API, has verified the visitor. */
export const isProvenVisitor = ({ identity, userId, anonymousId }: Visitor): boolean =>
  identity === 'proven' || (anonymousId !== null && anonymousId !== userId);
