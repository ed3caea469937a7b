import { sql } from 'kysely';
import type { Database } from '../../src/db/index.ts';
import { newId } from '../../src/lib/ids.ts';
import { rowGenerators } from '../support/row-generators.ts';

const roundsEach = 5;
const perStep = 5000;
/** A year of conversations, evenly distributed. */
const spanMs = 365 * 24 * 3_600_000;

interface Scale {
  workspaceId: string;
  agentId: string;
  startMs: number;
  stepMs: number;
}

const insertAgent = async (db: Database): Promise<{ workspaceId: string; agentId: string }> => {
  const [workspaceId, agentId] = [newId(), newId()];
  await db.query
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'Bench', balance_nano: null, reserved_nano: 0, created_at: 0 })
    .execute();
  await db.query
    .insertInto('agents')
    .values({
      id: agentId,
      workspace_id: workspaceId,
      name: 'Bench',
      kind: 'simple',
      api_enabled: 1,
      settings: '{}',
      version: 1,
      created_at: 0,
      updated_at: 0,
      deleted_at: null,
    })
    .execute();
  return { workspaceId, agentId };
};

const statements = (kind: Database['kind'], { workspaceId, agentId, startMs, stepMs }: Scale) => {
  const { hex, series } = rowGenerators(kind);
  const timeMs = `(${startMs} + c.i * ${stepMs})`;
  const id = `${hex(`${timeMs} / 1000`, 8)} || ${hex('c.i * 2654435761 % 4294967296', 8)} || ${hex('c.i', 6)}`;
  const user = `case when c.i = 0 then 'single' when c.i % 5 = 0 then 'frequent' else 'user ' || (c.i % 20011) end`;
  const channel = `case when c.i % 5 = 1 or c.i % 25 = 0 then 'WIDGET' else 'API' end`;
  const roundTimeMs = `(${timeMs} - (${roundsEach} - r.s) * 60000)`;
  return (first: number, end: number): string[] => [
    `insert into conversations (id, workspace_id, agent_id, user_id, anonymous_id, channel, subject,
        message_count, cost_nano, recent_chat_at, summary, summary_sequence, created_at)
      select ${id} || '00', '${workspaceId}', '${agentId}', ${user}, null, ${channel}, 'Where is my order ' || c.i,
        ${roundsEach}, 1000000, ${timeMs}, '', 0, ${timeMs}
      from ${series(first, end)}`,
    `insert into rounds (id, answer_id, workspace_id, agent_id, conversation_id, user_id, sequence,
        api_version, mode, status, owner, question, question_text, request, answer_text, outputs, usage,
        reserved_nano, cost_nano, stop_requested, feedback, quality, created_at, ended_at)
      select ${id} || ${hex('r.s', 2)}, ${id} || ${hex('r.s + 16', 2)}, '${workspaceId}', '${agentId}', ${id} || '00', ${user}, r.s,
        2, 'blocking', 'done', '', '[]', 'Where is my order, the one I placed on Monday?', '{}',
        'It has left our house and will be with you tomorrow before noon.', '[]', '{}', 0, 200000, 0,
        case (c.i + r.s) % 20 when 0 then 'GOOD' when 1 then 'BAD' else 'NONE' end, 'NONE', ${roundTimeMs}, ${roundTimeMs}
      from ${series(first, end)}
        cross join (select 1 as s union all select 2 union all select 3 union all select 4 union all select 5) as r`,
    'delete from search_changes',
  ];
};

/**
 * Conversations of five rounds each: one user has a fifth of them, four of five use the API, one round in
 * ten is rated.
 */
export const seedListings = async (
  db: Database,
  count: number,
): Promise<{ agentId: string; startMs: number; endMs: number }> => {
  const endMs = Date.UTC(2030, 0, 1);
  const scale = {
    ...(await insertAgent(db)),
    startMs: endMs - spanMs,
    stepMs: Math.floor(spanMs / count),
  };
  const make = statements(db.kind, scale);
  for (let first = 0; first < count; first += perStep) {
    const end = Math.min(count, first + perStep);
    await db.transaction(async (tx) => {
      for (const statement of make(first, end)) await sql.raw(statement).execute(tx);
    });
    if ((end / perStep) % 20 === 0) console.error(`${end} conversations`);
  }
  // As autovacuum does after so many new rows.
  if (db.kind === 'postgres') await sql`vacuum analyze`.execute(db.query);
  return { agentId: scale.agentId, startMs: scale.startMs, endMs };
};
