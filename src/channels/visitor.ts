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
  /** As conversations carry it: the anonymous_id while nobody is named. */
  userId: string;
  /** Of a guest; it stays when the developer has told who they are, and `userId` is that user's then. */
  anonymousId: string | null;
  /** claimed: the page said so, and nobody has vouched for it. */
  identity: VisitorRow['identity'];
  /** '' for none. */
  email: string;
  /** Tags of the languages of the page, most preferred first. */
  languages: string[];
}

/** @param boundUserId the user_id that the developer gave this guest. */
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

/** Whether the site, or the developer by the API, has said who the visitor is. */
export const isProvenVisitor = ({ identity, userId, anonymousId }: Visitor): boolean =>
  identity === 'proven' || (anonymousId !== null && anonymousId !== userId);
