import { renderValue, type Variables } from '../../flows/index.ts';
import { createTableTools, type Field, type Table } from '../../tables/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { serviceNames } from '../model-calls/tool-loop.ts';
import { provenUserOf } from '../round-access.ts';

/** Converts text of a message to the type of its field. The table rejects what does not fit. */
const inType = (field: Field | undefined, value: unknown): unknown => {
  if (typeof value !== 'string' || field === undefined || field.type === 'TEXT')
    return field?.type === 'TEXT' && typeof value === 'number' ? String(value) : value;
  const text = value.trim();
  if (text === '') return null;
  if (field.type === 'BOOLEAN') return { true: true, false: false }[text.toLowerCase()] ?? value;
  if (field.type === 'DATETIME') return text;
  return Number.isFinite(Number(text)) ? Number(text) : value;
};

/**
 * A table of the agent for its flow: the author of the flow decides what is written, so the settings
 * for models do not apply. That a user can access only their own records does apply.
 */
export const openTable = async (run: AgentRun, name: string) => {
  const { agent, round, ports } = run;
  const allowed = { lookup: true, add: true, update: true, visitors: true };
  const withTables = (tableIds: string[]) => ({
    ...agent,
    settings: { ...agent.settings, tables: { ...allowed, tableIds } },
  });
  const table = (await ports.tables.all(agent.id)).find((one) => one.id === name || one.name === name);
  if (!table) throw new Error(`the agent has no table "${name}"`);
  if (table.ownerField !== null && provenUserOf(round) === null)
    throw new Error(`records of the table "${name}" belong to users, and this user is not verified`);
  const tools = await createTableTools({ tables: ports.tables }).open({
    agent: withTables([table.id]),
    userId: provenUserOf(round),
  });
  return {
    table,
    call: async (action: 'lookup' | 'add' | 'update', values: unknown) => {
      const answer = await tools.call(`table_${action}_${table.name}`, JSON.stringify(values));
      run.meter.addService('database_processing', 1, serviceNames.database_processing);
      if (answer.isError) throw new Error(answer.text, { cause: answer.cause });
      return JSON.parse(answer.text) as Record<string, unknown>;
    },
  };
};

export const fieldValues = (
  table: Table,
  values: Record<string, unknown>,
  variables: Variables,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      inType(
        table.fields.find((field) => field.name === name),
        renderValue(value, variables),
      ),
    ]),
  );
