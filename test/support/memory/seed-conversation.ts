import type { Database } from '../../../src/db/index.ts';
import { newId } from '../../../src/lib/ids.ts';

export interface SeededRound {
  question: string;
  answer: string;
  /** Format of `joinFiles`. */
  files?: string;
  status?: 'running' | 'done' | 'failed' | 'stopped';
}

export interface SeededConversation {
  workspaceId: string;
  agentId: string;
  conversationId: string;
  userId: string;
}

interface SeedOptions {
  userId?: string;
  anonymousId?: string;
  /** Another conversation of the same agent. */
  agent?: { workspaceId: string; agentId: string };
}

const seedAgent = async (db: Database): Promise<{ workspaceId: string; agentId: string }> => {
  const [workspaceId, agentId] = [newId(), newId()];
  await db.query
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'Test', balance_nano: null, reserved_nano: 0, created_at: 1 })
    .execute();
  await db.query
    .insertInto('agents')
    .values({
      id: agentId,
      workspace_id: workspaceId,
      name: 'Agent',
      kind: 'simple',
      api_enabled: 1,
      settings: '{}',
      version: 1,
      created_at: 1,
      updated_at: 1,
      deleted_at: null,
    })
    .execute();
  return { workspaceId, agentId };
};

/** Appends rounds to the conversation. */
export const seedRounds = async (
  db: Database,
  to: SeededConversation,
  rounds: readonly SeededRound[],
  firstSequence = 1,
): Promise<void> => {
  const rows = rounds.map((round, index) => ({
    id: newId(),
    answer_id: newId(),
    workspace_id: to.workspaceId,
    agent_id: to.agentId,
    conversation_id: to.conversationId,
    user_id: to.userId,
    sequence: firstSequence + index,
    api_version: 2 as const,
    mode: 'blocking' as const,
    status: round.status ?? ('done' as const),
    owner: '',
    question: '[]',
    question_text: round.question,
    request: '{}',
    answer_text: round.answer,
    read_text: round.files ?? '',
    outputs: '[]',
    usage: null,
    error_code: null,
    error_message: null,
    reserved_nano: 0,
    cost_nano: 0,
    stop_requested: 0 as const,
    feedback: 'NONE' as const,
    quality: 'NONE' as const,
    created_at: 1,
    ended_at: 1,
  }));
  for (let at = 0; at < rows.length; at += 100)
    await db.query
      .insertInto('rounds')
      .values(rows.slice(at, at + 100))
      .execute();
};

/** A conversation with rounds, and the workspace and agent it needs. */
export const seedConversation = async (
  db: Database,
  rounds: readonly SeededRound[],
  { userId = 'user-1', anonymousId, agent }: SeedOptions = {},
): Promise<SeededConversation> => {
  const { workspaceId, agentId } = agent ?? (await seedAgent(db));
  const conversationId = newId();
  await db.query
    .insertInto('conversations')
    .values({
      id: conversationId,
      workspace_id: workspaceId,
      agent_id: agentId,
      user_id: userId,
      anonymous_id: anonymousId ?? null,
      channel: 'API',
      subject: '',
      message_count: rounds.length,
      cost_nano: 0,
      recent_chat_at: 1,
      summary: '',
      summary_sequence: 0,
      created_at: 1,
    })
    .execute();
  const seeded = { workspaceId, agentId, conversationId, userId };
  await seedRounds(db, seeded, rounds);
  return seeded;
};
