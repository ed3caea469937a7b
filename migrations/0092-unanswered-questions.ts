import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

const counts = { nothing_found: 'nothing_found', refusal: 'refusals', bad_rating: 'bad_ratings' };

/** Questions are deleted with their rounds, and a topic without questions with its last one. */
const forget = (kind: DatabaseKind): string[] => {
  const isReason = (reason: string) =>
    kind === 'sqlite' ? `(old.reason = '${reason}')` : `(old.reason = '${reason}')::integer`;
  const body = `update unanswered_topics set total = total - 1, ${Object.entries(counts)
    .map(([reason, column]) => `${column} = ${column} - ${isReason(reason)}`)
    .join(', ')} where id = old.topic_id;
    delete from unanswered_topics where id = old.topic_id and total <= 0;`;
  if (kind === 'sqlite')
    return [
      `create trigger unanswered_questions_deleted after delete on unanswered_questions
        when old.topic_id is not null begin ${body} end`,
    ];
  return [
    `create or replace function unanswered_questions_deleted() returns trigger language plpgsql as $$
      begin ${body} return null; end $$`,
    `create trigger unanswered_questions_deleted after delete on unanswered_questions
      for each row when (old.topic_id is not null) execute function unanswered_questions_deleted()`,
  ];
};

/** Citations by blocks of 16 days, so that a report of a year need not read each day of each document. */
const documentBlocks = (kind: DatabaseKind): string[] => {
  const [text, asIndex] = kind === 'sqlite' ? ['text', ' without rowid'] : ['text collate "C"', ''];
  const key = 'workspace_id, agent_id, block, document_id, channel';
  return [
    `create index analytics_documents_by_day on analytics_documents
      (workspace_id, agent_id, day, document_id, channel, citations)`,
    `create table analytics_document_blocks (
      workspace_id ${text} not null, agent_id ${text} not null, block integer not null, document_id ${text} not null,
      channel ${text} not null, citations bigint not null, primary key (${key}))${asIndex}`,
    `insert into analytics_document_blocks (${key}, citations)
      select workspace_id, agent_id, day / 16, document_id, channel, sum(citations) from analytics_documents
      group by 1, 2, 3, 4, 5`,
  ];
};

/** Questions that an agent did not answer, by topic. A topic has no text of its own: its title is one of its questions. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const [text, bytes] = kind === 'sqlite' ? ['text', 'blob'] : ['text collate "C"', 'bytea'];
  const statements = [
    `create table unanswered_topics (
      id ${text} primary key, workspace_id ${text} not null references workspaces (id),
      agent_id ${text} not null references agents (id), status ${text} not null,
      model ${text} not null, fingerprint ${bytes} not null,
      title_round_id ${text} not null, title_score double precision not null,
      total integer not null, nothing_found integer not null, refusals integer not null, bad_ratings integer not null,
      first_at bigint not null, last_at bigint not null, changed_at bigint not null, changed_by ${text} not null)`,
    'create index unanswered_topics_listed on unanswered_topics (agent_id, status, total, last_at, id)',
    'create index unanswered_topics_newest on unanswered_topics (agent_id, last_at, id)',
    `create table unanswered_questions (
      round_id ${text} primary key references rounds (id) on delete cascade,
      workspace_id ${text} not null, agent_id ${text} not null, topic_id ${text},
      reason ${text} not null, question ${text} not null, query ${text} not null, created_at bigint not null)`,
    'create index unanswered_questions_by_topic on unanswered_questions (topic_id, created_at)',
    'create index unanswered_questions_waiting on unanswered_questions (created_at) where topic_id is null',
    'create index unanswered_questions_by_time on unanswered_questions (created_at)',
    ...forget(kind),
    ...documentBlocks(kind),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
