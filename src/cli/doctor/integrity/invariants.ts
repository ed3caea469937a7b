import type { DatabaseKind } from '../../../db/index.ts';

export interface Invariant {
  /** The rule as a sentence. */
  rule: string;
  /** Ids that violate it. One statement, and so one snapshot, because the service may be running. */
  broken: string;
  /** Absent: both databases. */
  only?: DatabaseKind;
}

const recordsPerTable = 2 ** 32;

const rounds: Invariant[] = [
  {
    rule: 'the rounds of a conversation are numbered without gaps',
    broken: `
      select c.id as id from conversations c left join (
        select conversation_id, count(*) as total, max(sequence) as newest from rounds group by conversation_id
      ) r on r.conversation_id = c.id
      where c.message_count <> coalesce(r.total, 0) or c.message_count <> coalesce(r.newest, 0)`,
  },
  {
    rule: 'the hourly counts of conversations are correct',
    only: 'sqlite',
    broken: `
      select c.agent_id as id from (
        select agent_id, count(*) as total from conversations where message_count > 0 group by agent_id
      ) c left join (
        select agent_id, sum(total) as total from conversation_counts group by agent_id
      ) k on k.agent_id = c.agent_id
      where c.total <> coalesce(k.total, 0)`,
  },
];

const credits: Invariant[] = [
  {
    rule: 'a round costs what was charged for it',
    broken: `
      select r.id as id from rounds r left join (
        select round_id, sum(credits_nano) as nano from ledger_entries where round_id is not null group by round_id
      ) e on e.round_id = r.id
      where r.status <> 'running'
        and (r.cost_nano <> coalesce(e.nano, 0) or (e.round_id is null and r.human_session_id is null))`,
  },
  {
    rule: 'a conversation costs what was charged for it',
    broken: `
      select c.id as id from conversations c left join (
        select conversation_id, sum(credits_nano) as nano from ledger_entries
        where conversation_id is not null group by conversation_id
      ) e on e.conversation_id = c.id
      where c.cost_nano <> coalesce(e.nano, 0)`,
  },
  {
    rule: 'the targets of ledger entries exist',
    broken: `
      select e.id as id from ledger_entries e
      where (e.round_id is not null and not exists (select 1 from rounds r where r.id = e.round_id))
        or (e.conversation_id is not null
          and not exists (select 1 from conversations c where c.id = e.conversation_id))`,
  },
  {
    rule: 'credits are reserved only for running rounds and summaries',
    broken: `
      select w.id as id from workspaces w where w.reserved_nano <>
        coalesce((select sum(r.reserved_nano) from rounds r
          where r.workspace_id = w.id and r.status = 'running'), 0)
        + coalesce((select sum(h.nano) from credit_holds h where h.workspace_id = w.id), 0)`,
  },
];

const knowledge: Invariant[] = [
  {
    rule: 'the chunk count of a document is correct',
    broken: `
      select d.id as id from documents d left join (
        select upload_id, sum(is_enabled) as total from chunks group by upload_id
      ) c on c.upload_id = d.served_upload_id
      where d.served_upload_id is not null and d.chunk_count <> coalesce(c.total, 0)`,
  },
  {
    rule: 'the chunk count of an agent is correct',
    broken: `
      select s.agent_id as id from knowledge_states s left join (
        select agent_id, sum(chunk_count) as total from documents
        where served_upload_id is not null group by agent_id
      ) d on d.agent_id = s.agent_id
      where s.chunk_count <> coalesce(d.total, 0)`,
  },
  {
    rule: 'every served chunk has a vector',
    broken: `
      select c.id as id from chunks c join documents d on d.served_upload_id = c.upload_id
      where d.models <> '[]' and c.is_enabled = 1
        and not exists (select 1 from chunk_vectors v where v.chunk_number = c.number)`,
  },
  {
    rule: 'every vector has its chunk',
    broken: `
      select v.chunk_number as id from chunk_vectors v
      where not exists (select 1 from chunks c where c.number = v.chunk_number)`,
  },
  {
    rule: 'every file has its full size',
    only: 'postgres',
    broken: `
      select f.id as id from files f left join (
        select file_id, sum(octet_length(bytes)) as total from file_pieces group by file_id
      ) p on p.file_id = f.id
      where f.stored_in = 'local' and f.size_bytes <> coalesce(p.total, 0)`,
  },
];

const tables: Invariant[] = [
  {
    rule: 'the record count of a table is correct',
    broken: `
      select t.id as id from agent_tables t where t.removed_at is null and t.record_count <> (
        select count(*) from records r where r.record_no >= t.table_no * ${recordsPerTable}
          and r.record_no < (t.table_no + 1) * ${recordsPerTable})`,
  },
  {
    rule: 'every record has its search text',
    broken: `
      select r.id as id from records r join agent_tables t on t.table_no = r.record_no / ${recordsPerTable}
      where t.removed_at is null and not exists (select 1 from record_texts x where x.record_no = r.record_no)`,
  },
  {
    rule: 'every unique value has its record',
    broken: `
      select u.record_no as id from unique_values u
      join agent_tables t on t.table_no = u.record_no / ${recordsPerTable}
      where t.removed_at is null and not exists (select 1 from records r where r.record_no = u.record_no)`,
  },
];

const work: Invariant[] = [
  {
    rule: 'a job of each ordering key can start',
    broken: `
      select min(id) as id from jobs where ordering_key is not null
      group by queue, ordering_key having min(waits_for_key) = 1`,
  },
  {
    rule: 'every waiting delivery has its job',
    broken: `
      select d.id as id from deliveries d
      where d.status = 'pending' and not exists (select 1 from jobs j where j.id = d.id)`,
  },
  {
    rule: 'every document in progress has its job',
    broken: `
      select d.id as id from documents d where d.status in ('PENDING', 'PROCESSING') and not exists (
        select 1 from jobs j
        where j.queue in ('knowledge-ingest', 'knowledge-ingest-large', 'knowledge-ingest-scans')
          and j.payload like '%"' || d.pending_upload_id || '"%')`,
  },
  {
    rule: 'every unfinished import has its job',
    broken: `
      select i.id as id from record_imports i where i.status = 'PENDING_PARSE' and not exists (
        select 1 from jobs j where j.queue = 'record-imports' and j.payload like '%"' || i.id || '"%')`,
  },
];

/** Rules that every transaction preserves, whatever happened to the process. */
export const invariants: readonly Invariant[] = [...rounds, ...credits, ...knowledge, ...tables, ...work];
