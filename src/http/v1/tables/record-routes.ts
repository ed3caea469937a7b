import { type Static, Type } from 'typebox';
import { AppError } from '../../../lib/errors.ts';
import type { ImportResult } from '../../../tables/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { readIds } from '../../request/read-query.ts';
import { type Route, route } from '../../route.ts';
import { done, IdList, idempotencyHeader, Maybe, oneOf, RequiredText, Success } from '../../schema.ts';
import {
  Envelope,
  presentRecord,
  presentTable,
  RecordItem,
  TableInfo,
  type TableRouteDependencies,
  tableBody,
  Values,
} from './table-schema.ts';

const mostIds = 1000;

const RejectedRow = Type.Object(
  { row: Type.Integer({ description: 'From 1' }), fail_reason: Type.String() },
  { title: 'RejectedRow' },
);

const ImportItem = Type.Object(
  {
    id: Type.String(),
    status: oneOf(['PENDING_PARSE', 'AVAILABLE', 'FAIL']),
    progress: Type.Number({ description: '0 to 1' }),
    total_count: Type.Integer(),
    success_count: Type.Integer(),
    fail_count: Type.Integer(),
    fail_detail: Type.Array(RejectedRow),
  },
  { title: 'ImportResult' },
);

const NewRecord = Type.Object({ values: Values }, { title: 'NewRecord' });

const ImportRecords = Type.Object(
  {
    table_id: RequiredText(),
    records: Type.Array(NewRecord, { minItems: 1, maxItems: 1000 }),
  },
  { title: 'ImportRecordsRequest' },
);

const UpdateRecord = Type.Object(
  {
    table_id: RequiredText(),
    record_id: Maybe(Type.String()),
    filter: Maybe(Values),
    updated_fields: Values,
  },
  { title: 'UpdateRecordRequest' },
);

const ListRecords = Type.Object(
  {
    table_id: RequiredText(),
    page: Maybe(Type.Integer({ minimum: 1 })),
    page_size: Maybe(Type.Integer({ minimum: 1, maximum: 100 })),
    filter: Maybe(Values),
    keyword: Maybe(Type.String()),
  },
  { title: 'ListRecordsRequest' },
);

const RecordPage = Type.Object(
  { table_info: TableInfo, records: Type.Array(RecordItem), total_count: Type.Integer() },
  { title: 'RecordPage' },
);

const presentImport = (result: ImportResult): Static<typeof ImportItem> => ({
  id: result.id,
  status: result.status,
  progress: result.progress,
  total_count: result.totalCount,
  success_count: result.successCount,
  fail_count: result.failCount,
  fail_detail: result.failures.map(({ row, reason }) => ({ row, fail_reason: reason })),
});

export const createRecordRoutes = ({ tables, maxBodyBytes }: TableRouteDependencies): Route[] => {
  return [
    route({
      method: 'POST',
      url: '/v1/database/import/records',
      key: 'agent',
      ...tableBody(maxBodyBytes),
      schema: {
        operationId: 'importRecords',
        tags: ['Tables'],
        summary: 'Import records',
        description:
          'Starts an import and returns its ID. Each row is checked separately: valid rows are stored, the others are reported by `GET /v1/database/query/import-results`.',
        headerParameters: idempotencyHeader,
        body: ImportRecords,
        response: {
          200: Envelope(
            'StartedImport',
            Type.Array(Type.String(), { description: 'One item: ID of the import' }),
          ),
        },
      },
      handler: async (request) => {
        const id = await tables.startImport({
          agent: callerOf(request).agent,
          tableId: request.body.table_id,
          rows: request.body.records.map((record) => record.values),
          idempotencyKey: readIdempotencyKey(request, 'v1/database/import/records'),
        });
        return { ...done, data: [id] };
      },
    }),

    route({
      method: 'GET',
      url: '/v1/database/query/import-results',
      key: 'agent',
      schema: {
        operationId: 'getImportResults',
        tags: ['Tables'],
        summary: 'Get import status',
        description: 'Returns the progress and the failed rows of each import. Unknown IDs are omitted.',
        querystring: Type.Object({ ids: IdList }),
        response: { 200: Type.Array(ImportItem) },
      },
      handler: async (request) => {
        const ids = readIds(request.query.ids, 'ids', mostIds);
        return (await tables.importResults(callerOf(request).agent, ids)).map(presentImport);
      },
    }),

    route({
      method: 'POST',
      url: '/v1/database/update/record',
      key: 'agent',
      ...tableBody(maxBodyBytes),
      schema: {
        operationId: 'updateRecord',
        tags: ['Tables'],
        summary: 'Update a record',
        description: 'Select the record by `record_id`, or by a `filter` with exactly one unique field.',
        body: UpdateRecord,
        response: { 200: Success },
      },
      handler: async (request) => {
        const { table_id, record_id, filter, updated_fields } = request.body;
        if (!record_id && !filter)
          throw new AppError('invalidParameter', 'record_id or filter is required: both are missing');
        if (Object.keys(updated_fields).length === 0)
          throw new AppError('invalidParameter', 'updated_fields must not be empty');
        const table = await tables.require(callerOf(request).agent, table_id);
        await tables.update(table, { recordId: record_id, filter, fields: updated_fields });
        return done;
      },
    }),

    route({
      method: 'POST',
      url: '/v1/database/records/page',
      key: 'agent',
      ...tableBody(maxBodyBytes),
      schema: {
        operationId: 'listRecords',
        tags: ['Tables'],
        summary: 'List records',
        description:
          '`filter`: equal values in all given fields (`{}` for all records, null for an empty value). `keyword`: part of any value, case-insensitive. Both together: both must match.',
        body: ListRecords,
        response: { 200: Envelope('RecordList', RecordPage) },
      },
      handler: async (request) => {
        const { table_id, page, page_size, filter, keyword } = request.body;
        if (!filter && !keyword)
          throw new AppError('invalidParameter', 'filter or keyword is required: both are missing');
        const table = await tables.require(callerOf(request).agent, table_id);
        const limit = page_size ?? 10;
        const found = await tables.page(
          table,
          { filter, keyword },
          { limit, offset: ((page ?? 1) - 1) * limit },
        );
        return {
          ...done,
          data: {
            table_info: presentTable(table),
            records: found.records.map(presentRecord),
            total_count: found.total,
          },
        };
      },
    }),
  ];
};
