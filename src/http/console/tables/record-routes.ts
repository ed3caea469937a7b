import { Type } from 'typebox';
import type { Changes } from '../../../audit/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Tables } from '../../../tables/index.ts';
import { type Route, route } from '../../route.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { Done } from '../wire/wire-schemas.ts';
import { createFindTable } from './find-table.ts';
import {
  oneRecordBodyBytes,
  presentRecord,
  RecordView,
  TableParams,
  tablesPath,
  Values,
} from './table-view.ts';

const tags = ['Tables'];
const path = `${tablesPath}/:tableId/records`;
const RecordParams = Type.Object({ ...TableParams.properties, recordId: Type.String() });

/** The records of a table. Their values are never written to the audit log. */
export const createRecordRoutes = ({ tables, agents }: RouteDependencies & { tables: Tables }): Route[] => {
  const findTable = createFindTable({ agents, tables });

  return [
    route({
      method: 'POST',
      url: `${path}/search`,
      permission: 'table:read',
      maxBodyBytes: oneRecordBodyBytes,
      holdsRecords: true,
      audit: 'none',
      schema: {
        tags,
        summary: 'Search records',
        description:
          '`filter`: equal values in all given fields, null for an empty value. `keyword`: part of any value. Both together: both must match. With a sort field, records without a value come last.',
        operationId: 'searchRecords',
        params: TableParams,
        body: Type.Object({
          page: PageQuery.page,
          pageSize: PageQuery.pageSize,
          filter: Type.Optional(Values),
          keyword: Type.Optional(Type.String({ maxLength: 1000 })),
          sort: Type.Optional(
            Type.Object({ field: Type.String(), descending: Type.Optional(Type.Boolean()) }),
          ),
        }),
        response: { 200: Paged(RecordView) },
      },
      handler: async (request) => {
        const table = await findTable(request);
        const { filter, keyword, sort } = request.body;
        const range = rangeOf(request.body);
        const found = sort
          ? await tables.sorted(
              table,
              { filter, keyword, sort: { field: sort.field, descending: sort.descending ?? false } },
              range,
            )
          : await tables.page(table, { filter, keyword }, range);
        return paged(found.records.map(presentRecord), found.total, request.body);
      },
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'table:write',
      maxBodyBytes: oneRecordBodyBytes,
      holdsRecords: true,
      audit: 'record.add',
      schema: {
        tags,
        summary: 'Add a record',
        description: 'Returns the new record with its ID.',
        operationId: 'addRecord',
        params: TableParams,
        body: Type.Object({ values: Values }),
        response: { 201: RecordView },
      },
      handler: async (request, reply, record) => {
        const table = await findTable(request);
        const id = await tables.insert(table, request.body.values, (tx, recordId) =>
          record(tx, { targetId: table.id, changes: { recordId: [null, recordId] } }),
        );
        reply.status(201);
        return presentRecord(await tables.find(table, id));
      },
    }),

    route({
      method: 'PATCH',
      url: `${path}/:recordId`,
      permission: 'table:write',
      maxBodyBytes: oneRecordBodyBytes,
      holdsRecords: true,
      audit: 'record.update',
      schema: {
        tags,
        summary: 'Update a record',
        description: 'Fields that are not given keep their values; null removes a value.',
        operationId: 'updateRecord',
        params: RecordParams,
        body: Type.Object({ values: Values }),
        response: { 200: RecordView },
      },
      handler: async (request, _reply, record) => {
        const table = await findTable(request);
        const { recordId } = request.params;
        const { values } = request.body;
        if (Object.keys(values).length === 0)
          throw new AppError('invalidParameter', 'values must not be empty');
        const changes: Changes = {
          recordId: [recordId, recordId],
          fields: [null, Object.keys(values).join(', ')],
        };
        await tables.update(table, { recordId, fields: values }, (tx) =>
          record(tx, { targetId: table.id, changes }),
        );
        return presentRecord(await tables.find(table, recordId));
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/:recordId`,
      permission: 'table:write',
      audit: 'record.delete',
      schema: {
        tags,
        summary: 'Delete a record',
        description: 'Deletes one record of the table.',
        operationId: 'deleteRecord',
        params: RecordParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const table = await findTable(request);
        const { id } = await tables.find(table, request.params.recordId);
        await tables.removeMany(table, [{ recordId: id }], (tx) =>
          record(tx, { targetId: table.id, changes: { recordId: [id, null] } }),
        );
        return reply.status(204).send(null);
      },
    }),

    route({
      method: 'POST',
      url: `${path}/delete`,
      permission: 'table:write',
      audit: 'record.delete',
      schema: {
        tags,
        summary: 'Delete records',
        description: 'Records that no longer exist count as deleted.',
        operationId: 'deleteRecords',
        params: TableParams,
        body: Type.Object({ recordIds: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }) }),
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const table = await findTable(request);
        const { recordIds } = request.body;
        await tables.removeMany(
          table,
          recordIds.map((recordId) => ({ recordId })),
          (tx) => record(tx, { targetId: table.id, changes: { records: [recordIds.length, null] } }),
        );
        return reply.status(204).send(null);
      },
    }),
  ];
};
