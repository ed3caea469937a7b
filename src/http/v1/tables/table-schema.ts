import { type Static, Type } from 'typebox';
import { fieldTypes, type Table, type TableRecord, type Tables } from '../../../tables/index.ts';
import { documentedAs, oneOf } from '../../schema.ts';

export interface TableRouteDependencies {
  tables: Tables;
  /** Records may contain long texts. A thousand of them make a large body. */
  maxBodyBytes: number;
}

/** Configuration of a route whose body contains records or a table. */
export const tableBody = (maxBodyBytes: number) => ({ maxBodyBytes, holdsRecords: true });

/** Response of every database endpoint. */
export const Envelope = <Data extends Type.TSchema>(title: string, data: Data) =>
  Type.Object({ code: Type.Literal(0), message: Type.Literal('OK'), data }, { title });

const DescribedValues = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  title: 'RecordValues',
  description: 'Values by field name',
  additionalProperties: true,
});

/** Values by field name. The table decides which ones are valid. */
export const Values = Type.Record(Type.String(), Type.Unknown(), documentedAs(DescribedValues));

const TableField = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    type: oneOf(fieldTypes),
    required: Type.Boolean(),
    unique: Type.Boolean(),
  },
  { title: 'TableField' },
);

export const TableInfo = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    field_count: Type.Integer(),
    fields: Type.Array(TableField),
    bot_id: Type.String(),
    project_id: Type.String({ description: 'The workspace' }),
    owner_id: Type.String({ description: 'API key or operator that created the table' }),
  },
  { title: 'TableInfo' },
);

export const RecordItem = Type.Object(
  {
    id: Type.String(),
    value: Values,
    created_at: Type.Integer({ description: 'Milliseconds' }),
    updated_at: Type.Integer({ description: 'Milliseconds' }),
  },
  { title: 'TableRecord' },
);

export const presentTable = (table: Table): Static<typeof TableInfo> => ({
  id: table.id,
  name: table.name,
  description: table.description,
  field_count: table.fields.length,
  fields: table.fields.map(({ name, description, type, required, unique }) => ({
    name,
    description,
    type,
    required,
    unique,
  })),
  bot_id: table.agentId,
  project_id: table.workspaceId,
  owner_id: table.ownerId,
});

export const presentRecord = (record: TableRecord): Static<typeof RecordItem> => ({
  id: record.id,
  value: record.value,
  created_at: record.createdAtMs,
  updated_at: record.updatedAtMs,
});
