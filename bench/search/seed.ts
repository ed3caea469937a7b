import { sql } from 'kysely';
import type { Database } from '../../src/db/index.ts';
import { newId } from '../../src/lib/ids.ts';
import { rowGenerators } from '../support/row-generators.ts';

const roundsEach = 5;
const perStep = 10_000;
const poolSize = 20_000;
const smallAgents = 20;
/** A year of conversations, evenly distributed. */
const spanMs = 365 * 24 * 3_600_000;
export const endMs = Date.UTC(2030, 0, 1);

/** The same numbers in every run. */
const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const syllables =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu'.split(' ');

/** 40,000 words. Word n is about n times as rare as the first one, as in natural texts. */
const createWords = (random: () => number) => {
  const common = 'the is my order and where to you it we can parcel return please not will in for of a'.split(
    ' ',
  );
  const wordAt = (rank: number): string => {
    if (rank < common.length) return common[rank]!;
    let rest = rank;
    let word = '';
    while (rest > 0 || word.length < 4) {
      word += syllables[rest % syllables.length];
      rest = Math.floor(rest / syllables.length);
    }
    return word;
  };
  return (count: number): string =>
    Array.from({ length: count }, () => wordAt(Math.floor(40_000 ** random()) - 1)).join(' ');
};

const insertPool = async (db: Database): Promise<void> => {
  await sql
    .raw('create table bench_texts (i integer primary key, question text, answer text)')
    .execute(db.query);
  const words = createWords(createRandom(7));
  for (let first = 0; first < poolSize; first += 200) {
    const rows = Array.from({ length: 200 }, (_, at) => {
      const german = (first + at) % 20 === 0 ? 'Wo ist mein Paket und wann kommt es bei mir an? ' : '';
      return sql`(${first + at}, ${`${german}${words(12)}?`}, ${`**${words(3)}** ${words(45)}.`})`;
    });
    await sql`insert into bench_texts (i, question, answer) values ${sql.join(rows)}`.execute(db.query);
  }
};

const insertAgents = async (db: Database) => {
  const workspaceId = newId();
  const agentIds = Array.from(
    { length: smallAgents + 1 },
    (_, at) => `${newId().slice(0, 20)}${String(at).padStart(4, '0')}`,
  );
  await db.query
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'Bench', balance_nano: null, reserved_nano: 0, created_at: 0 })
    .execute();
  await sql.raw('create table bench_agents (i integer primary key, id text)').execute(db.query);
  for (const [at, id] of agentIds.entries()) {
    await db.query
      .insertInto('agents')
      .values({
        id,
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
    await sql`insert into bench_agents (i, id) values (${at}, ${id})`.execute(db.query);
  }
  return { workspaceId, agentId: agentIds[0]!, smallAgentId: agentIds[1]! };
};

export const rareWord = 'zebrafinch';
export const labelId = 'b'.repeat(24);
export const documentId = `${'d'.repeat(20)}0007`;

const statements = (kind: Database['kind'], count: number, { workspaceId }: { workspaceId: string }) => {
  const stepMs = Math.floor(spanMs / count);
  const startMs = endMs - spanMs;
  const { hex, series } = rowGenerators(kind);
  const timeOf = `(${startMs} + c.i * ${stepMs})`;
  const idOf = (letter: string): string =>
    `${hex(`${timeOf} / 1000`, 8)} || '${letter}' || ${hex('c.i', 15)}`;
  const agent = `case when c.i % 100 = 0 then 1 + (c.i / 100) % ${smallAgents} else 0 end`;
  const roundTime = `(${timeOf} - (${roundsEach} - s.s) * 60000)`;
  const roundId = `${hex(`${roundTime} / 1000`, 8)} || 'e' || ${hex('c.i * 8 + s.s', 15)}`;
  const number = `(c.i * ${roundsEach} + s.s)`;
  const rounds = (first: number, end: number): string => `${series(first, end)}
    cross join (select 1 as s union all select 2 union all select 3 union all select 4 union all select 5) as s`;
  return (first: number, end: number): string[] => [
    `insert into conversations (id, workspace_id, agent_id, user_id, anonymous_id, channel, subject, message_count,
        cost_nano, recent_chat_at, summary, summary_sequence, created_at)
      select ${idOf('c')}, '${workspaceId}', a.id, 'user-' || (c.i % 200011), null,
        case when c.i % 5 = 1 then 'WIDGET' else 'API' end, 'Subject', ${roundsEach}, 0, ${timeOf}, '', 0, ${timeOf}
      from ${series(first, end)} join bench_agents a on a.i = ${agent}`,
    `insert into rounds (id, answer_id, workspace_id, agent_id, conversation_id, user_id, sequence, api_version, mode,
        status, owner, question, question_text, request, answer_text, outputs, usage, reserved_nano, cost_nano,
        stop_requested, feedback, quality, created_at, ended_at)
      select ${roundId}, ${roundId} || 'a', '${workspaceId}', a.id, ${idOf('c')}, 'user-' || (c.i % 200011), s.s, 2, 'blocking',
        case when ${number} % 100 = 3 then 'failed' else 'done' end, '', '[]',
        t.question || ' A-' || ${number} || case when ${number} % ${Math.floor((count * roundsEach) / 5)} = 7 then ' ${rareWord}' else '' end,
        '{}', t.answer, '[]', '{}', 0, 0, 0,
        case ${number} % 20 when 0 then 'GOOD' when 1 then 'BAD' else 'NONE' end,
        case ${number} % 200 when 11 then 'UNRESOLVED' else 'NONE' end, ${roundTime}, ${roundTime}
      from ${rounds(first, end)} join bench_agents a on a.i = ${agent}
        join bench_texts t on t.i = (${number} * 7919) % ${poolSize}`,
    `insert into traces (round_id, steps) select ${roundId}, '[{"kind":"tool","name":"look_up_order"}]'
      from ${rounds(first, end)} where ${number} % 20 = 5`,
    `insert into citations (round_id, position, data_id, chunk_id, data_name, source_url, content, score, spans)
      select ${roundId}, 0, '${'d'.repeat(20)}' || ${hex(`${number} % 1000`, 4)}, '', '', '', '', 1, '[]'
      from ${rounds(first, end)} where ${number} % 10 = 7`,
    `insert into human_sessions (id, workspace_id, agent_id, conversation_id, ordinal, channel, status, trigger_kind,
        start_sequence, establish_delivery_id, first_reply_ms, idle_ms, has_replied, told_unreachable, created_at, missed,
        closed_at, close_reason)
      select ${idOf('5')}, '${workspaceId}', a.id, ${idOf('c')}, 1, 'WIDGET', 'closed', 'tool', 1, ${idOf('5')}, 1, 1, 0, 0, ${timeOf},
        case when c.i % 500 = 1 then 'not_taken' end, ${timeOf}, 'TIMEOUT'
      from ${series(first, end)} join bench_agents a on a.i = ${agent} where c.i % 50 = 1`,
    `insert into inbox_session_labels (session_id, label_id) select ${idOf('5')}, '${labelId}'
      from ${series(first, end)} where c.i % 1000 = 1`,
    'delete from search_changes',
  ];
};

export const seedSearch = async (db: Database, roundCount: number) => {
  const count = Math.floor(roundCount / roundsEach);
  const agents = await insertAgents(db);
  await insertPool(db);
  await db.query
    .insertInto('inbox_labels')
    .values({
      id: labelId,
      workspace_id: agents.workspaceId,
      name: 'Bench',
      name_key: 'bench',
      color: 'red',
      created_at: 0,
    })
    .execute();
  const make = statements(db.kind, count, agents);
  for (let first = 0; first < count; first += perStep) {
    const end = Math.min(count, first + perStep);
    await db.transaction(async (tx) => {
      for (const statement of make(first, end)) await sql.raw(statement).execute(tx);
    });
    if ((end / perStep) % 10 === 0) console.error(`${end * roundsEach} rounds`);
  }
  if (db.kind === 'postgres') await sql`analyze`.execute(db.query);
  return { ...agents, rounds: count * roundsEach };
};
