import type { Selectable } from 'kysely';
import type { Schema } from '../db/index.ts';
import type { PageChannel } from './page-channel.ts';

export type VisitorRow = Selectable<Schema['visitors']>;

/** A browser as one user in one channel of an agent. */
export interface Visitor {
  id: string;
  agentId: string;
  channel: PageChannel;
  browserSha256: string;
  /** As conversations carry it: the anonymous_id while nobody is named. */
  userId: string;
  /** claimed: the page said so, and nobody has vouched for it. */
  identity: VisitorRow['identity'];
  /** '' for none. */
  email: string;
}

export const toVisitor = (row: VisitorRow): Visitor => ({
  id: row.id,
  agentId: row.agent_id,
  channel: row.channel as PageChannel,
  browserSha256: row.browser_sha256,
  userId: row.user_id,
  identity: row.identity,
  email: row.email,
});
