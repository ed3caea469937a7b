import type { Agent } from '../../agents/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { ToolOffer } from '../../models/index.ts';
import { maxAttached } from '../attached-tables.ts';
import type { Table } from '../table.ts';
import type { Tables } from '../tables.ts';
import {
  addOffer,
  defaultLookupRows,
  lookupOffer,
  maxLookupRows,
  recordIdKey,
  updateOffer,
} from './tool-offers.ts';

export interface TableToolAnswer {
  text: string;
  isError: boolean;
  /** For the trace: JSON with the table, the record and the user of the write. */
  detail?: string;
  /** The error if the table could not be accessed. */
  cause?: unknown;
}

type Arguments = Record<string, unknown>;
type Call = (values: Arguments) => Promise<TableToolAnswer>;

/** A longer lookup result is cut at a row. The model can narrow its query. */
const maxAnswerCharacters = 24_000;

const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseArguments = (text: string): Arguments => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    parsed = undefined;
  }
  if (!isObject(parsed)) throw new AppError('invalidParameter', 'The arguments must be one JSON object.');
  return parsed;
};

/** Models often send "" or null for a parameter they do not use. */
const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const readLimit = (value: unknown): number => {
  if (value === undefined || value === null) return defaultLookupRows;
  if (!Number.isInteger(value) || (value as number) < 1)
    throw new AppError('invalidParameter', 'limit must be a whole number from 1.');
  return Math.min(value as number, maxLookupRows);
};

const readObject = (value: unknown, name: string): Arguments => {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw new AppError('invalidParameter', `${name} must be an object.`);
  return value;
};

/** The condition for records of the user, in a table with an owner field. */
const ownValues = (table: Table, userId: string | null): Arguments =>
  table.ownerField === null ? {} : { [table.ownerField]: userId };

const createCalls = (tables: Tables, table: Table, userId: string | null) => {
  const own = ownValues(table, userId);
  const written = (action: string, recordId: string): string =>
    JSON.stringify({ action, table_id: table.id, table: table.name, record_id: recordId, user_id: userId });

  const lookup: Call = async (values) => {
    const field = optionalText(values.sort_by);
    const query = {
      filter: { ...readObject(values.filter, 'filter'), ...own },
      keyword: optionalText(values.keyword),
      sort: field === undefined ? undefined : { field, descending: values.descending === true },
    };
    const limit = readLimit(values.limit);
    const found = await tables.first(table, query, limit + 1);
    const rows: unknown[] = [];
    let characters = 0;
    for (const record of found.slice(0, limit)) {
      const row = { [recordIdKey(table)]: record.id, ...record.value };
      characters += JSON.stringify(row).length;
      if (rows.length > 0 && characters > maxAnswerCharacters) break;
      rows.push(row);
    }
    return { text: JSON.stringify({ rows, more: rows.length < found.length }), isError: false };
  };

  const add: Call = async (values) => {
    const recordId = await tables.insert(table, { ...values, ...own });
    return { text: JSON.stringify({ id: recordId }), isError: false, detail: written('add', recordId) };
  };

  const update: Call = async (values) => {
    const recordId = optionalText(values.record_id);
    if (recordId === undefined) throw new AppError('invalidParameter', 'record_id is required.');
    const fields = { ...readObject(values.fields, 'fields'), ...own };
    await tables.update(table, { recordId, fields, onlyWhere: own });
    return { text: JSON.stringify({ id: recordId }), isError: false, detail: written('update', recordId) };
  };
  return { lookup, add, update };
};

const answerCall = async (call: Call, argumentsText: string): Promise<TableToolAnswer> => {
  try {
    return await call(parseArguments(argumentsText));
  } catch (error) {
    // The model gets the message of its own errors, but not of internal ones.
    if (error instanceof AppError && error.kind !== 'internal') return { text: error.message, isError: true };
    return {
      text: 'The table is not available at the moment.',
      isError: true,
      detail: String(error),
      cause: error,
    };
  }
};

/** Tables as tools of a model: the agent's tables that its settings allow, for one user. */
export const createTableTools = ({ tables }: { tables: Tables }) => ({
  /** Without a user, tables with an owner field are not available. */
  open: async ({ agent, userId }: { agent: Agent; userId: string | null }) => {
    const allowed = agent.settings.tables;
    const offers: ToolOffer[] = [];
    const calls = new Map<string, Call>();
    const offer = (one: ToolOffer, call: Call): void => {
      offers.push(one);
      calls.set(one.name, call);
    };
    const attached = (await tables.attached(agent)).filter(
      ({ ownerField }) => ownerField === null || userId !== null,
    );
    if (allowed.lookup || allowed.add || allowed.update)
      for (const table of attached) {
        const call = createCalls(tables, table, userId);
        if (allowed.lookup) offer(lookupOffer(table), call.lookup);
        if (allowed.add) offer(addOffer(table), call.add);
        if (allowed.update) offer(updateOffer(table), call.update);
      }
    return {
      offers,
      warnings:
        attached.length === maxAttached
          ? [
              `At most ${maxAttached} tables are offered to the model; select them in settings.tables.tableIds`,
            ]
          : [],
      has: (name: string): boolean => calls.has(name),
      call: async (name: string, argumentsText: string): Promise<TableToolAnswer> => {
        const call = calls.get(name);
        if (!call) return { text: `There is no tool named "${name.slice(0, 64)}".`, isError: true };
        return answerCall(call, argumentsText);
      },
    };
  },
});
