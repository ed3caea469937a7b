import type { App } from '../../src/app.ts';
import { sha256 } from '../../src/auth/secrets.ts';
import { newId } from '../../src/lib/ids.ts';

const perStep = 400;

export interface SeededInbox {
  workspaceId: string;
  /** Cookies of signed-in operators. */
  cookies: string[];
  /** Conversations of open sessions. */
  conversationIds: string[];
}

const insertOperators = async ({ db }: App, workspaceId: string, count: number): Promise<string[]> => {
  const nowMs = Date.now();
  const people = Array.from({ length: count }, (_, index) => ({ id: newId(), name: `Operator ${index}` }));
  await db.query
    .insertInto('operators')
    .values(
      people.map(({ id, name }, index) => ({
        id,
        name,
        email: `operator-${index}@example.com`,
        password_hash: '',
        created_at: nowMs,
        disabled_at: null,
      })),
    )
    .execute();
  await db.query
    .insertInto('memberships')
    .values(
      people.map(({ id }, index) => ({
        operator_id: id,
        workspace_id: workspaceId,
        // The first one may read the report of handoffs.
        role: index === 0 ? ('editor' as const) : ('support' as const),
      })),
    )
    .execute();
  await db.query
    .insertInto('operator_sessions')
    .values(
      people.map(({ id }) => ({
        sha256: sha256(`secret-of-${id}`),
        operator_id: id,
        token_id: null,
        created_at: nowMs,
        expires_at: nowMs + 24 * 3_600_000,
      })),
    )
    .execute();
  return people.map(({ id }) => id);
};

/** Sessions of the inbox: the newest are open, a third of them waits, and operators have the others. */
export const seedInbox = async (
  app: App,
  { operators, open, all }: { operators: number; open: number; all: number },
): Promise<SeededInbox> => {
  const agent = await app.db.query
    .selectFrom('agents')
    .select(['id', 'workspace_id'])
    .executeTakeFirstOrThrow();
  const workspaceId = agent.workspace_id;
  const operatorIds = await insertOperators(app, workspaceId, operators);
  const nowMs = Date.now();
  const conversationIds: string[] = [];
  for (let first = 0; first < all; first += perStep) {
    const rows = Array.from({ length: Math.min(perStep, all - first) }, (_, step) => {
      const index = first + step;
      const atMs = nowMs - (all - index) * 60_000;
      return { index, atMs, id: newId(atMs), conversationId: newId(atMs), isOpen: index >= all - open };
    });
    const common = { workspace_id: workspaceId, agent_id: agent.id, channel: 'API' };
    await app.db.query
      .insertInto('conversations')
      .values(
        rows.map(({ conversationId: id, atMs, index }) => ({
          ...common,
          id,
          user_id: `user ${index}`,
          anonymous_id: null,
          subject: `Where is my order ${index}?`,
          message_count: 0,
          cost_nano: 0,
          recent_chat_at: atMs,
          summary: '',
          summary_sequence: 0,
          created_at: atMs,
        })),
      )
      .execute();
    await app.db.query
      .insertInto('human_sessions')
      .values(
        rows.map(({ id, conversationId, atMs, index, isOpen }) => ({
          ...common,
          id,
          conversation_id: conversationId,
          ordinal: 1,
          status: isOpen ? ('open' as const) : ('closed' as const),
          trigger_kind: 'phrase' as const,
          trigger_round_id: null,
          start_sequence: 0,
          establish_delivery_id: id,
          first_reply_ms: 3_600_000,
          idle_ms: 3_600_000,
          has_replied: isOpen ? (0 as const) : (1 as const),
          deadline_at: isOpen ? nowMs + 24 * 3_600_000 : null,
          told_unreachable: 0 as const,
          close_reason: isOpen ? null : ('HUMAN_CLOSED' as const),
          created_at: atMs,
          opened_at: atMs,
          closed_at: isOpen ? null : atMs + 30_000,
          backend: 'inbox' as const,
          assignee_id: index % 3 === 0 ? null : operatorIds[index % operatorIds.length]!,
          assigned_at: index % 3 === 0 ? null : atMs,
          waiting_since: isOpen ? atMs : null,
          first_reply_at: isOpen ? null : atMs + (index % 600) * 1000,
          closed_by: null,
          close_note: null,
          closed_reason: null,
          missed: null,
          unread: 1,
          last_text: `Where is my order ${index}?`,
          changed_at: atMs,
        })),
      )
      .execute();
    conversationIds.push(...rows.filter(({ isOpen }) => isOpen).map(({ conversationId }) => conversationId));
  }
  return {
    workspaceId,
    cookies: operatorIds.map((id) => `frontdesk_session=secret-of-${id}`),
    conversationIds,
  };
};
