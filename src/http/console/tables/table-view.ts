import { type Static, Type } from 'typebox';
import {
  type FieldValue,
  fieldTypes,
  type ImportResult,
  type Table,
  type TableRecord,
} from '../../../tables/index.ts';
import { describedBy, oneOf } from '../../schema.ts';
import { AgentParams, Time, toTime } from '../wire/wire-schemas.ts';

export const tablesPath = '/workspaces/:workspaceId/agents/:agentId/tables';
export const TableParams = Type.Object({ ...AgentParams.properties, tableId: Type.String() });
/** Rows may contain long texts. Thousands of them make a large body. */
export const recordBodyBytes = 16 * 1024 * 1024;
/** Limit for one record, which is read, stored and returned in one tick of the event loop. */
export const oneRecordBodyBytes = 6 * 1024 * 1024;

export const FieldView = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    type: oneOf(fieldTypes),
    required: Type.Boolean(),
    unique: Type.Boolean(),
  },
  { title: 'TableField' },
);

export const TableView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    ownerField: Type.Union([Type.String(), Type.Null()], {
      description:
        'Field with the user_id of a record: the model can then only access records of the current user',
    }),
    recordCount: Type.Integer(),
    fields: Type.Array(FieldView),
  },
  { title: 'AgentTable' },
);

export const presentTable = ({
  id,
  name,
  description,
  ownerField,
  recordCount,
  fields,
}: Table): Static<typeof TableView> => ({
  id,
  name,
  description,
  ownerField,
  recordCount,
  fields: fields.map(({ fieldNo: _fieldNo, ...field }) => field),
});

/** Values by field name. The table decides which ones are valid. */
export const Values = Type.Record(Type.String(), Type.Unknown());

const FieldValueView = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
  title: 'FieldValue',
});
const StoredValues = describedBy<Record<string, FieldValue>>(Type.Record(Type.String(), FieldValueView));

export const RecordView = Type.Object(
  { id: Type.String(), values: StoredValues, createdAt: Time, updatedAt: Time },
  { title: 'TableRecord' },
);

export const presentRecord = ({
  id,
  value,
  createdAtMs,
  updatedAtMs,
}: TableRecord): Static<typeof RecordView> => ({
  id,
  values: value,
  createdAt: toTime(createdAtMs),
  updatedAt: toTime(updatedAtMs),
});

export const ImportView = Type.Object(
  {
    id: Type.String(),
    status: oneOf(['running', 'done', 'failed'], 'failed: no row was stored'),
    progress: Type.Number({ description: '0 to 1' }),
    total: Type.Integer(),
    added: Type.Integer(),
    refused: Type.Integer(),
    failures: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'Row number, starting at 1 after the header' }),
        reason: Type.String(),
      }),
    ),
  },
  { title: 'RecordImport' },
);

const importStates = { PENDING_PARSE: 'running', AVAILABLE: 'done', FAIL: 'failed' } as const;

export const presentImport = (result: ImportResult): Static<typeof ImportView> => ({
  id: result.id,
  status: importStates[result.status],
  progress: result.progress,
  total: result.totalCount,
  added: result.successCount,
  refused: result.failCount,
  failures: result.failures,
});
