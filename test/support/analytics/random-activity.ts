import { deleteConversations } from '../../../src/conversations/index.ts';
import type { Database } from '../../../src/db/index.ts';
import { newId } from '../../../src/lib/ids.ts';
import { setRating, setRoundsUser } from '../../../src/rounds/index.ts';
import { createAgentRow } from './create-agent-row.ts';

const hourMs = 3_600_000;
const channels = ['API', 'WIDGET', 'SHARE', 'SPACE'];
const documents = ['doc-1', 'doc-2', 'doc-3'];

/** Repeatable random numbers (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, pick: <Item>(items: readonly Item[]): Item => items[below(items.length)]! };
};

interface Conversation {
  id: string;
  agentId: string;
  channel: string;
  userId: string;
  rounds: { id: string; status: 'running' | 'done' | 'failed'; createdAtMs: number }[];
  sessions: { id: string; createdAtMs: number; isClosed: boolean }[];
}

interface ActivityOptions {
  seed: number;
  startMs: number;
  /** An existing agent that takes part. Default: one in a new workspace. */
  agent?: { workspaceId: string; agentId: string };
}

/** Chats of users that go on from `startMs`, as rows in the database: each call of `step` changes something. */
export const createRandomActivity = async (db: Database, { seed, startMs, agent }: ActivityOptions) => {
  const random = createRandom(seed);
  const { workspaceId, agentId } = agent ?? (await createAgentRow(db));
  const agentIds = [agentId, (await createAgentRow(db, workspaceId)).agentId];
  const conversations: Conversation[] = [];
  let nowMs = startMs;

  const open = async (): Promise<void> => {
    const id = newId(nowMs);
    const some = {
      id,
      agentId: random.pick(agentIds),
      channel: random.pick(channels),
      userId: `user-${random.below(12)}`,
    };
    await db.query
      .insertInto('conversations')
      .values({
        id,
        workspace_id: workspaceId,
        agent_id: some.agentId,
        user_id: some.userId,
        anonymous_id: null,
        channel: some.channel,
        subject: '',
        message_count: 0,
        cost_nano: 0,
        recent_chat_at: nowMs,
        summary: '',
        summary_sequence: 0,
        created_at: nowMs,
      })
      .execute();
    const conversation = { ...some, rounds: [], sessions: [] };
    conversations.push(conversation);
    await ask(conversation);
  };

  const addDetails = async (roundId: string): Promise<void> => {
    for (let position = 0; position < random.below(3); position += 1)
      await db.query
        .insertInto('citations')
        .values({
          round_id: roundId,
          position,
          data_id: random.pick(documents),
          chunk_id: 'chunk',
          chunk_ids: null,
          data_name: 'Document',
          source_url: '',
          content: '',
          score: 1,
          spans: '[]',
        })
        .execute();
    const steps = [
      { kind: 'retrieval', name: 'knowledge', detail: { chunks: random.below(3) === 0 ? [] : [{}] } },
      { kind: 'model', name: 'model', firstTextMs: random.below(2000) },
      ...(random.below(3) === 0
        ? [{ kind: 'tool', name: random.pick(['constructor', 'search']), error: 'failed' }]
        : []),
      ...(random.below(3) === 0 ? [{ kind: 'tool', name: 'search' }] : []),
    ].map((step) => ({ startMs: 0, durationMs: 1, ...step }));
    await db.query
      .insertInto('traces')
      .values({ round_id: roundId, steps: JSON.stringify(steps) })
      .execute();
  };

  const ask = async (conversation: Conversation): Promise<void> => {
    const { id, agentId: agent, userId, rounds } = conversation;
    // Some rows become visible long after they got their ID.
    const createdAtMs = nowMs - random.below(5 * 60_000);
    const status = random.pick(['running', 'done', 'done', 'done', 'failed'] as const);
    const round = { id: newId(createdAtMs), status, createdAtMs };
    rounds.push(round);
    const isToPerson = conversation.sessions.length > 0 && random.below(2) === 0;
    await db.transaction(async (tx) => {
      await tx
        .insertInto('rounds')
        .values({
          id: round.id,
          answer_id: newId(createdAtMs),
          workspace_id: workspaceId,
          agent_id: agent,
          conversation_id: id,
          user_id: userId,
          sequence: rounds.length,
          api_version: 2,
          mode: 'blocking',
          status,
          owner: '',
          question: '[]',
          question_text: 'q',
          request: '{}',
          answer_text: 'a',
          outputs: '[]',
          usage: null,
          error_code: null,
          error_message: null,
          reserved_nano: 0,
          cost_nano: status === 'running' ? 0 : random.below(1000),
          stop_requested: 0,
          feedback: 'NONE',
          quality: 'NONE',
          created_at: createdAtMs,
          ended_at: status === 'running' ? null : createdAtMs + random.below(20_000),
          human_session_id: isToPerson ? conversation.sessions.at(-1)!.id : null,
        })
        .execute();
      await tx
        .updateTable('conversations')
        .set({ message_count: rounds.length })
        .where('id', '=', id)
        .execute();
    });
    if (status !== 'running') await addDetails(round.id);
  };

  const end = async ({ rounds }: Conversation): Promise<void> => {
    const round = rounds.find(({ status }) => status === 'running');
    if (!round) return;
    round.status = 'done';
    await addDetails(round.id);
    await db.query
      .updateTable('rounds')
      .set({ status: 'done', ended_at: round.createdAtMs + random.below(50_000), cost_nano: 7 })
      .where('id', '=', round.id)
      .execute();
  };

  const rate = async ({ rounds }: Conversation): Promise<void> => {
    const ended = rounds.filter(({ status }) => status === 'done');
    if (ended.length === 0) return;
    await setRating(
      db.query,
      random.pick(ended).id,
      random.below(2) === 0
        ? { feedback: random.pick(['GOOD', 'BAD', 'NONE'] as const) }
        : { quality: random.pick(['UNRESOLVED', 'PARTIALLY_RESOLVED', 'FULLY_RESOLVED', 'NONE'] as const) },
    );
  };

  const regenerate = async (conversation: Conversation): Promise<void> => {
    const replaced = conversation.rounds.at(-1)!;
    if (replaced.status === 'running') return;
    await ask(conversation);
    await db.query
      .updateTable('rounds')
      .set({ replaced_by: conversation.rounds.at(-1)!.id })
      .where('id', '=', replaced.id)
      .execute();
  };

  const handOver = async (conversation: Conversation): Promise<void> => {
    if (conversation.sessions.some(({ isClosed }) => !isClosed)) return;
    const session = { id: newId(nowMs), createdAtMs: nowMs, isClosed: false };
    const ordinal = conversation.sessions.push(session);
    await db.query
      .insertInto('human_sessions')
      .values({
        id: session.id,
        workspace_id: workspaceId,
        agent_id: conversation.agentId,
        conversation_id: conversation.id,
        ordinal,
        channel: conversation.channel,
        status: 'open',
        opened_at: nowMs,
        deadline_at: nowMs + hourMs,
        trigger_kind: 'phrase',
        start_sequence: 1,
        establish_delivery_id: session.id,
        first_reply_ms: 1,
        idle_ms: 1,
        has_replied: 0,
        told_unreachable: 0,
        created_at: nowMs,
      })
      .execute();
  };

  const changeSession = async ({ sessions }: Conversation): Promise<void> => {
    if (sessions.length === 0) return;
    const session = random.pick(sessions);
    const { id, createdAtMs } = session;
    const closing = { status: 'closed' as const, closed_at: nowMs, deadline_at: null };
    const change = random.pick([
      { has_replied: 1 as const, first_reply_at: createdAtMs + random.below(hourMs) },
      {
        ...closing,
        close_reason: 'TIMEOUT' as const,
        missed: random.pick(['not_taken', 'no_reply'] as const),
      },
      { ...closing, close_reason: 'USER_CLOSED' as const, missed: 'user_left' as const },
      { rating: 1 + random.below(5) },
    ]);
    if ('status' in change) session.isClosed = true;
    await db.query.updateTable('human_sessions').set(change).where('id', '=', id).execute();
  };

  const bind = async (conversation: Conversation): Promise<void> => {
    conversation.userId = `user-${random.below(12)}`;
    await setRoundsUser(db.query, conversation.id, conversation.userId);
  };

  const erase = async (conversation: Conversation): Promise<void> => {
    conversations.splice(conversations.indexOf(conversation), 1);
    await db.transaction((tx) => deleteConversations(tx, [conversation.id]));
  };

  const actions = [ask, ask, ask, end, end, rate, rate, regenerate, handOver, changeSession, changeSession];
  return {
    workspaceId,
    agentIds,
    channels,
    random,
    nowMs: () => nowMs,
    step: async (): Promise<void> => {
      nowMs += random.below(2 * hourMs);
      const choice = random.below(30);
      if (conversations.length === 0 || choice < 6) await open();
      else if (choice === 6) await erase(random.pick(conversations));
      else if (choice === 7) await bind(random.pick(conversations));
      else await random.pick(actions)(random.pick(conversations));
    },
  };
};
