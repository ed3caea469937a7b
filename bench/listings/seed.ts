import { sql } from 'kysely';
import type { Database } from '../../src/db/index.ts';
import { newId } from '../../src/lib/ids.ts';

const roundsEach = 5;
const perStep = 5000;
/** A year of conversations, evenly distributed. */
const spanMs = 365 * 24 * 3_600_000;

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

/**
 * Conversations of five rounds each: one user has a fifth of them, four of five use the API, one round in
 * ten is rated. The rows are generated inside SQLite, which is much faster than sending them.
 */
export const seedListings = async (
  db: Database,
  count: number,
): Promise<{ agentId: string; startMs: number; endMs: number }> => {
  const { workspaceId, agentId } = await insertAgent(db);
  const endMs = Date.UTC(2030, 0, 1);
  const startMs = endMs - spanMs;
  const stepMs = Math.floor(spanMs / count);
  for (let first = 0; first < count; first += perStep) {
    const end = Math.min(count, first + perStep);
    await sql`insert into conversations (id, workspace_id, agent_id, user_id, anonymous_id, channel, subject,
        message_count, cost_nano, recent_chat_at, summary, summary_sequence, created_at)
      with recursive n(i) as (select ${first} union all select i + 1 from n where i + 1 < ${end})
      select printf('%08x%016x', ${Math.floor(startMs / 1000)} + i * ${stepMs} / 1000, (i * 2654435761) % 4294967296 * 4294967296 + i),
        ${workspaceId}, ${agentId},
        case when i = 0 then 'single' when i % 5 = 0 then 'frequent' else 'user ' || (i % 20011) end, null,
        case when i % 5 = 1 or i % 25 = 0 then 'WIDGET' else 'API' end, 'Where is my order ' || i,
        ${roundsEach}, 1000000, ${startMs} + i * ${stepMs}, '', 0, ${startMs} + i * ${stepMs} from n`.execute(
      db.query,
    );
    await sql`insert into rounds (id, answer_id, workspace_id, agent_id, conversation_id, user_id, sequence,
        api_version, mode, status, owner, question, question_text, request, answer_text, outputs, usage,
        reserved_nano, cost_nano, stop_requested, feedback, quality, created_at, ended_at)
      select substr(c.id, 1, 22) || printf('%02x', r.s), substr(c.id, 1, 22) || printf('%02x', r.s + 16),
        c.workspace_id, c.agent_id, c.id, c.user_id, r.s, 2, 'blocking', 'done', '', '[]',
        'Where is my order, the one I placed on Monday?', '{}',
        'It has left our house and will be with you tomorrow before noon.', '[]', '{}', 0, 200000, 0,
        case (c.rowno + r.s) % 20 when 0 then 'GOOD' when 1 then 'BAD' else 'NONE' end, 'NONE',
        c.recent_chat_at - (5 - r.s) * 60000, c.recent_chat_at - (5 - r.s) * 60000
      from (select *, row_number() over (order by recent_chat_at) as rowno from conversations
          where agent_id = ${agentId} and message_count > 0
            and recent_chat_at >= ${startMs + first * stepMs} and recent_chat_at < ${startMs + end * stepMs}) as c,
        (select 1 as s union all select 2 union all select 3 union all select 4 union all select 5) as r`.execute(
      db.query,
    );
    if ((end / perStep) % 20 === 0) console.error(`${end} conversations`);
  }
  return { agentId, startMs, endMs };
};
