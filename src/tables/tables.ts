import type { Agent } from '../agents/index.ts';
import { type AlsoIn, afterCommit, type Database, type Handle } from '../db/index.ts';
import { claimKey, type IdempotencyKey, onceInTransaction } from '../idempotency/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { isId, newId } from '../lib/ids.ts';
import type { Sandbox } from '../lib/sandbox/index.ts';
import type { Recognition } from '../recognition/index.ts';
import { createAttachedTables } from './attached-tables.ts';
import { createFieldChanges } from './change-fields.ts';
import { createTableChanges } from './change-table.ts';
import { readTableDefinition, type TableDefinition } from './define-table.ts';
import { changeRecord, type RecordSelector, removeRecord, selectRecord } from './records/change-record.ts';
import { exportRecords } from './records/export-records.ts';
import { createImports, type FailedRow, type ImportedRow, importQueue } from './records/import-records.ts';
import { findImports, insertImport, sweepImports } from './records/import-store.ts';
import { insertRecords } from './records/insert-records.ts';
import { createRecordPages } from './records/page-records.ts';
import type { RecordQuery } from './records/record-query.ts';
import { createSortedPages } from './records/sort-records.ts';
import { createTableRemoval } from './remove-table.ts';
import { createPreviewNewTable } from './sheets/preview-new-table.ts';
import { createPreviewRows } from './sheets/preview-rows.ts';
import { createReadColumns } from './sheets/read-columns.ts';
import { createReadRows } from './sheets/read-rows.ts';
import { createReadSheets } from './sheets/read-sheets.ts';
import type { NewField, Table, TableRecord } from './table.ts';
import {
  countTables,
  findTable,
  insertTable,
  listTables,
  openForWriting,
  setOwnerField,
} from './table-store.ts';
import { createGrounding } from './tools/grounding.ts';
import { readRecord, toRecord } from './values/record-values.ts';

interface TablesDependencies {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  sandbox: Sandbox;
  recognition: Recognition;
}

export interface ImportResult {
  id: string;
  status: 'PENDING_PARSE' | 'AVAILABLE' | 'FAIL';
  /** From 0 to 1. */
  progress: number;
  totalCount: number;
  successCount: number;
  failCount: number;
  /** Rows are counted from 1. */
  failures: { row: number; reason: string }[];
}

export interface RecordChange extends RecordSelector {
  fields: Record<string, unknown>;
  /** Values the record must have now. A record with other values is treated as not found. */
  onlyWhere?: Record<string, unknown>;
}

/** Results of imports are kept at least this long. */
const importsKeptMs = 30 * 24 * 60 * 60 * 1000;

const requireOwnerField = (fields: readonly NewField[], ownerField: string | null): void => {
  if (ownerField !== null && fields.find(({ name }) => name === ownerField)?.type !== 'TEXT')
    throw new AppError('invalidParameter', 'The owner field must be a TEXT field of the table');
};

/** An agent's tables and their records. docs/adr/0023 describes how they are stored. */
export const createTables = ({ db, clock, jobs, sandbox, recognition }: TablesDependencies) => {
  const readColumns = createReadColumns(createReadSheets({ sandbox, recognition }));
  const readRows = createReadRows(readColumns);
  const previewRows = createPreviewRows({ db, readRows });
  const pages = createRecordPages({ db });
  const attached = createAttachedTables({ db, clock });
  const removal = createTableRemoval({ db, clock });
  const changes = { ...createTableChanges(), ...createFieldChanges() };
  createImports({ db, clock }).define(jobs);
  removal.define(jobs);

  /** A table of another workspace is "not found", one of another agent of the same workspace "forbidden". */
  const requireTable = async (agent: Agent, id: string): Promise<Table> => {
    const table = isId(id) ? await findTable(db.query, id) : undefined;
    if (!table || table.workspaceId !== agent.workspaceId) throw new AppError('tableNotFound');
    if (table.agentId !== agent.id) throw new AppError('tableForbidden');
    return table;
  };

  const create = async (input: {
    agent: Agent;
    ownerId: string;
    definition: TableDefinition;
    /** The field that holds a record's user_id. */
    ownerField?: string | null | undefined;
    idempotencyKey?: IdempotencyKey | undefined;
    alsoIn?: AlsoIn<string>;
  }): Promise<string> => {
    const { agent, ownerId, ownerField = null, idempotencyKey } = input;
    const definition = readTableDefinition(input.definition);
    requireOwnerField(definition.fields, ownerField);
    const nowMs = clock.nowMs();
    const id = newId(nowMs);
    const created = await onceInTransaction(db, idempotencyKey, async (tx) => {
      const earlier =
        idempotencyKey && (await claimKey(tx, idempotencyKey, { roundId: null, response: id }, nowMs));
      if (earlier) return earlier.response ?? id;
      const owner = { workspaceId: agent.workspaceId, agentId: agent.id, ownerId };
      if (!(await insertTable(tx, { id, ...owner, ...definition, nowMs })))
        throw new AppError('tableNameTaken', `The agent already has a table named ${definition.name}`);
      if (ownerField !== null) await setOwnerField(tx, id, ownerField);
      await input.alsoIn?.(tx, id);
      return id;
    });
    attached.forget(agent.id);
    await db.durable();
    return created;
  };

  const startImport = async (input: {
    agent: Agent;
    tableId: string;
    rows: readonly ImportedRow[];
    idempotencyKey?: IdempotencyKey | undefined;
    alsoIn?: AlsoIn;
  }): Promise<string> => {
    const { agent, tableId, rows, idempotencyKey } = input;
    const table = await requireTable(agent, tableId);
    const nowMs = clock.nowMs();
    const id = newId(nowMs);
    const started = await onceInTransaction(db, idempotencyKey, async (tx) => {
      const earlier =
        idempotencyKey && (await claimKey(tx, idempotencyKey, { roundId: null, response: id }, nowMs));
      if (earlier) return earlier.response ?? id;
      await sweepImports(tx, table.id, nowMs - importsKeptMs);
      const counts = { next_row: 0, total_count: rows.length, success_count: 0, fail_count: 0 };
      const times = { created_at: nowMs, ended_at: null };
      const row = { id, table_id: table.id, agent_id: agent.id, status: 'PENDING_PARSE' as const };
      await insertImport(tx, { ...row, ...counts, fail_detail: '[]', ...times }, JSON.stringify(rows));
      // Imports of one table run one after the other, in the order of their requests.
      const whose = { group: agent.id, workspaceId: agent.workspaceId };
      await jobs.enqueue(tx, importQueue, { importId: id }, { orderingKey: table.id, ...whose });
      await input.alsoIn?.(tx);
      faultPoint('import-storing');
      return id;
    });
    faultPoint('import-stored');
    await db.durable();
    return started;
  };

  const importResults = async (agent: Agent, ids: readonly string[]): Promise<ImportResult[]> =>
    (await findImports(db.query, agent.id, ids)).map((row) => ({
      id: row.id,
      status: row.status,
      progress: row.status === 'PENDING_PARSE' ? row.next_row / row.total_count : 1,
      totalCount: row.total_count,
      successCount: row.success_count,
      failCount: row.fail_count,
      failures: (JSON.parse(row.fail_detail) as FailedRow[]).map((failed) => ({
        row: failed.row,
        reason: failed.fail_reason,
      })),
    }));

  /** Part of the caller's transaction. A rejected record changes nothing in it. */
  const insertIn = async (
    tx: Handle,
    table: Table,
    values: Record<string, unknown>,
    nowMs: number,
  ): Promise<string> => {
    const current = await openForWriting(tx, table.tableNo);
    if (!current) throw new AppError('tableNotFound');
    const read = readRecord(current, values);
    if ('problem' in read) throw new AppError('invalidParameter', read.problem);
    const inserted = await insertRecords(tx, current, [read.values], nowMs);
    const result = inserted?.results[0];
    if (!result) throw new AppError('tableNotFound');
    if ('problem' in result) throw new AppError('invalidParameter', result.problem);
    return result.recordId;
  };

  const insert = async (
    table: Table,
    values: Record<string, unknown>,
    alsoIn?: AlsoIn<string>,
  ): Promise<string> => {
    const recordId = await db.transaction(async (tx) => {
      const insertedId = await insertIn(tx, table, values, clock.nowMs());
      await alsoIn?.(tx, insertedId);
      return insertedId;
    });
    await db.durable();
    return recordId;
  };

  const update = async (
    table: Table,
    { fields, onlyWhere, ...selector }: RecordChange,
    alsoIn?: AlsoIn<string>,
  ): Promise<string> => {
    const nowMs = clock.nowMs();
    const change = { selector, fields, onlyWhere, nowMs };
    const id = await db.transaction(async (tx) => {
      const changedId = await changeRecord(tx, table, change);
      await alsoIn?.(tx, changedId);
      return changedId;
    });
    await db.durable();
    return id;
  };

  /** Part of the caller's transaction. A record that is not found is inserted, with the values of its filter. */
  const changeOrCreate = async (
    tx: Handle,
    table: Table,
    { createMissing, ...change }: Parameters<typeof changeRecord>[2] & { createMissing: boolean },
  ): Promise<void> => {
    const { selector, fields, nowMs } = change;
    // Locks the table first, so that no other transaction inserts the record between the search and the insert.
    const current = createMissing ? await openForWriting(tx, table.tableNo) : undefined;
    if (!current || (await selectRecord(tx, current, selector))) {
      await changeRecord(tx, table, change);
      return;
    }
    const filter = selector.recordId ? {} : (selector.filter ?? {});
    await insertIn(tx, current, { ...filter, ...fields }, nowMs);
  };

  /** Makes each change separately. Changes that fail are returned with their index, from 0. */
  const updateMany = async (
    table: Table,
    changes: readonly RecordChange[],
    { createMissing = false }: { createMissing?: boolean } = {},
  ): Promise<{ index: number; reason: string }[]> => {
    const failed: { index: number; reason: string }[] = [];
    const nowMs = clock.nowMs();
    await db.transaction(async (tx) => {
      for (const [index, { fields, ...selector }] of changes.entries())
        try {
          await changeOrCreate(tx, table, { selector, fields, nowMs, createMissing });
        } catch (error) {
          // Rejected before anything was written. Any other error aborts the transaction.
          if (!(error instanceof AppError)) throw error;
          failed.push({ index, reason: error.message });
        }
    });
    await db.durable();
    return failed;
  };

  /** Deletes all of them, or none if a selector is invalid. Records that no longer exist count as deleted. */
  const removeMany = async (
    table: Table,
    selectors: readonly RecordSelector[],
    alsoIn?: AlsoIn,
  ): Promise<void> => {
    await db.transaction(async (tx) => {
      const current = await openForWriting(tx, table.tableNo);
      if (!current) throw new AppError('tableNotFound');
      for (const selector of selectors)
        if (await selectRecord(tx, current, selector)) await removeRecord(tx, current, selector);
      await alsoIn?.(tx);
    });
    await db.durable();
  };

  return {
    create,
    require: requireTable,
    list: async (agentId: string, page: { offset: number; limit: number }) => {
      const total = await countTables(db.query, agentId);
      return { tables: page.offset < total ? await listTables(db.query, agentId, page) : [], total };
    },
    /** Sets the field that holds a record's user_id: the model then sees only the records of the current user. */
    setOwnerField: async (tx: Handle, table: Table, ownerField: string | null): Promise<void> => {
      requireOwnerField(table.fields, ownerField);
      await setOwnerField(tx, table.id, ownerField);
      afterCommit(tx, () => attached.forget(table.agentId));
    },
    /** Hides the table at once. A background job deletes its records. */
    remove: async (tx: Handle, table: Table): Promise<void> => {
      await removal.begin(tx, jobs, table);
      afterCommit(tx, () => attached.forget(table.agentId));
    },
    /** The tables that the agent's settings allow for a model. Cached. */
    attached: attached.of,
    /** All tables of an agent. Cached. */
    all: attached.all,
    ground: createGrounding({ db, attached, pages }),
    startImport,
    importResults,
    readRows,
    previewRows,
    previewNewTable: createPreviewNewTable({ readColumns, previewRows }),
    /** Runs in a transaction. After its commit models see the changed table. */
    changeIn: async (
      tx: Handle,
      table: Table,
      change: (how: typeof changes) => Promise<Table>,
    ): Promise<Table> => {
      const changed = await change(changes);
      afterCommit(tx, () => attached.forget(table.agentId));
      return changed;
    },
    find: async (table: Table, recordId: string): Promise<TableRecord> => {
      const row = await selectRecord(db.query, table, { recordId });
      if (!row) throw new AppError('notFound', 'There is no such record in the table');
      return toRecord(table, row);
    },
    sorted: createSortedPages({ db, pages }),
    export: (table: Table, query: Omit<RecordQuery, 'sort'>) => exportRecords(db, table, query),
    page: (
      table: Table,
      query: Omit<RecordQuery, 'sort'>,
      page: { offset: number; limit: number },
    ): Promise<{ records: TableRecord[]; total: number }> => pages.page(table, query, page),
    first: pages.first,
    insert,
    update,
    updateMany,
    removeMany,
  };
};

export type Tables = ReturnType<typeof createTables>;
