import type { Agents } from '../../../agents/index.ts';
import type { Database, Handle } from '../../../db/index.ts';
import type { Clock } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { normalizeText } from '../../../lib/language/normalize-text.ts';
import {
  findHandoffConversation,
  findPresetEmail,
  findVisitorEmail,
} from '../../handoff-conversation-store.ts';
import { lockTeamData } from '../lock-team-data.ts';
import {
  type CannedReplyFilter,
  type CannedReplyRow,
  deleteCannedReply,
  findByShortcut,
  findCannedReply,
  findUserName,
  insertCannedReply,
  listCannedReplies,
  updateCannedReply,
} from './canned-reply-store.ts';
import { fillVariables, requireKnownVariables } from './fill-variables.ts';

const mostCannedReplies = 500;

export interface CannedReply {
  id: string;
  /** null: for all agents of the workspace. */
  agentId: string | null;
  shortcut: string;
  text: string;
  updatedAtMs: number;
}

type CannedReplyInput = Pick<CannedReply, 'agentId' | 'shortcut' | 'text'>;

interface CannedReplyDependencies {
  db: Database;
  clock: Clock;
  agents: Pick<Agents, 'findIn'>;
}

const toCannedReply = (row: CannedReplyRow): CannedReply => ({
  id: row.id,
  agentId: row.agent_id,
  shortcut: row.shortcut,
  text: row.text,
  updatedAtMs: row.updated_at,
});

/** Shortcuts are typed quickly, so their case does not matter. */
const normalize = (shortcut: string): string => normalizeText(shortcut, 'NFKC').toLowerCase();

/** Prepared replies of a workspace. An agent's reply replaces the one of the workspace with the same shortcut. */
export const createCannedReplies = ({ db, clock, agents }: CannedReplyDependencies) => {
  const require = async (handle: Handle, workspaceId: string, id: string): Promise<CannedReply> => {
    const row = await findCannedReply(handle, workspaceId, id);
    if (!row) throw new AppError('notFound', 'There is no such canned reply in this workspace');
    return toCannedReply(row);
  };

  /** The caller holds the lock. */
  const check = async (
    tx: Handle,
    workspaceId: string,
    input: CannedReplyInput,
    id?: string,
  ): Promise<CannedReplyInput> => {
    requireKnownVariables(input.text);
    const { agentId } = input;
    const agent = agentId === null ? undefined : await agents.findIn(tx, agentId);
    if (agentId !== null && agent?.workspaceId !== workspaceId)
      throw new AppError('invalidParameter', 'agentId must be an agent of this workspace');
    const shortcut = normalize(input.shortcut);
    const taken = await findByShortcut(tx, { workspaceId, agentId, shortcut });
    if (taken && taken.id !== id)
      throw new AppError('conflict', `shortcut: there is already a canned reply /${shortcut}`);
    return { agentId, shortcut, text: input.text };
  };

  return {
    require,
    list: async (filter: CannedReplyFilter, page: { offset: number; limit: number }) => {
      const search = filter.search && normalize(filter.search.trim());
      const { rows, total } = await listCannedReplies(db.query, { ...filter, search }, page);
      return { replies: rows.map(toCannedReply), total };
    },

    create: async (tx: Handle, workspaceId: string, input: CannedReplyInput): Promise<CannedReply> => {
      await lockTeamData(tx, workspaceId);
      const { total } = await listCannedReplies(tx, { workspaceId }, { offset: 0, limit: 1 });
      if (total >= mostCannedReplies)
        throw new AppError('conflict', `A workspace has at most ${mostCannedReplies} canned replies`);
      const checked = await check(tx, workspaceId, input);
      const nowMs = clock.nowMs();
      const row = {
        id: newId(nowMs),
        workspace_id: workspaceId,
        agent_id: checked.agentId,
        shortcut: checked.shortcut,
        text: checked.text,
        created_at: nowMs,
        updated_at: nowMs,
      };
      await insertCannedReply(tx, row);
      return toCannedReply(row);
    },

    change: async (
      tx: Handle,
      { workspaceId, id }: { workspaceId: string; id: string },
      change: Partial<CannedReplyInput>,
    ): Promise<{ before: CannedReply; after: CannedReply }> => {
      await lockTeamData(tx, workspaceId);
      const before = await require(tx, workspaceId, id);
      const { agentId, shortcut, text } = await check(tx, workspaceId, { ...before, ...change }, id);
      const updatedAtMs = clock.nowMs();
      await updateCannedReply(tx, id, { agent_id: agentId, shortcut, text, updated_at: updatedAtMs });
      return { before, after: { id, agentId, shortcut, text, updatedAtMs } };
    },

    remove: async (tx: Handle, workspaceId: string, id: string): Promise<CannedReply> => {
      const reply = await require(tx, workspaceId, id);
      await deleteCannedReply(tx, id);
      return reply;
    },

    /** The text for a session. Variables without a value stay in it. */
    fill: async (
      reply: CannedReply,
      conversationId: string,
      operatorName: string,
    ): Promise<{ text: string; missing: string[] }> => {
      const conversation = await findHandoffConversation(db.query, conversationId);
      const { agent_id: agentId, user_id: userId } = conversation;
      const agent = await agents.findIn(db.query, agentId);
      // A visitor who only claims to be that user must not read their data.
      const isClaimed = conversation.user_claimed === 1;
      const preset = isClaimed ? '' : await findPresetEmail(db.query, agentId, userId);
      return fillVariables(reply.text, {
        'user.name': isClaimed ? '' : await findUserName(db.query, agentId, userId),
        'user.email': preset || (await findVisitorEmail(db.query, conversation.visitor_id)),
        'user.id': conversation.anonymous_id === null ? userId : '',
        'agent.name': agent?.name ?? '',
        'operator.name': operatorName,
        'conversation.id': conversation.id,
      });
    },
  };
};
