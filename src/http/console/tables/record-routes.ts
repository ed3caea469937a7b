import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Changes } from '../../../audit/index.ts';
import type { Handle } from '../../../db/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Table, Tables } from '../../../tables/index.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import type { ConsoleRoutes } from '../register-console-api.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { Done } from '../wire/wire-schemas.ts';
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

type TableRequest = FastifyRequest & { params: { agentId: string; tableId: string } };

/** The records of a table, one by one. What stands in them is never written to the audit log. */
export const createRecordRoutes =
  ({ tables }: { tables: Tables }): ConsoleRoutes =>
  (scope, { agents, note }: RouteDependencies) => {
    const findTableOf = async (request: TableRequest): Promise<Table> =>
      tables.require(await findAgentOf(agents, request), request.params.tableId);

    const noteChange = (
      request: FastifyRequest,
      tx: Handle,
      action: string,
      { table, changes }: { table: Table; changes: Changes },
    ) => note(request, tx, { action, targetKind: 'table', targetId: table.id, changes });

    scope.post(
      `${path}/search`,
      {
        config: { permission: 'table:read', maxBodyBytes: oneRecordBodyBytes, holdsRecords: true },
        schema: {
          tags,
          summary: 'Page through records',
          description:
            'filter: equality in every named field, null for an absent value. keyword: a part of any value. Both together mean AND. Sorted, records without a value in the field come last.',
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
      },
      async (request) => {
        const table = await findTableOf(request);
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
    );

    scope.post(
      path,
      {
        config: { permission: 'table:write', maxBodyBytes: oneRecordBodyBytes, holdsRecords: true },
        schema: {
          tags,
          summary: 'Add a record',
          operationId: 'addRecord',
          params: TableParams,
          body: Type.Object({ values: Values }),
          response: { 201: RecordView },
        },
      },
      async (request, reply) => {
        const table = await findTableOf(request);
        const id = await tables.insert(table, request.body.values, (tx, recordId) =>
          noteChange(request, tx, 'record.add', { table, changes: { recordId: [null, recordId] } }),
        );
        reply.status(201);
        return presentRecord(await tables.find(table, id));
      },
    );

    scope.patch(
      `${path}/:recordId`,
      {
        config: { permission: 'table:write', maxBodyBytes: oneRecordBodyBytes, holdsRecords: true },
        schema: {
          tags,
          summary: 'Change a record',
          description: 'Fields that are not named keep their values; null takes a value away.',
          operationId: 'updateRecord',
          params: RecordParams,
          body: Type.Object({ values: Values }),
          response: { 200: RecordView },
        },
      },
      async (request) => {
        const table = await findTableOf(request);
        const { recordId } = request.params;
        const { values } = request.body;
        if (Object.keys(values).length === 0)
          throw new AppError('invalidParameter', 'values must not be empty');
        const changes: Changes = {
          recordId: [recordId, recordId],
          fields: [null, Object.keys(values).join(', ')],
        };
        await tables.update(table, { recordId, fields: values }, (tx) =>
          noteChange(request, tx, 'record.update', { table, changes }),
        );
        return presentRecord(await tables.find(table, recordId));
      },
    );

    scope.delete(
      `${path}/:recordId`,
      {
        config: { permission: 'table:write' },
        schema: {
          tags,
          summary: 'Delete a record',
          operationId: 'deleteRecord',
          params: RecordParams,
          response: { 204: Done },
        },
      },
      async (request, reply) => {
        const table = await findTableOf(request);
        const { id } = await tables.find(table, request.params.recordId);
        await tables.removeMany(table, [{ recordId: id }], (tx) =>
          noteChange(request, tx, 'record.delete', { table, changes: { recordId: [id, null] } }),
        );
        return reply.status(204).send(null);
      },
    );

    scope.post(
      `${path}/delete`,
      {
        config: { permission: 'table:write' },
        schema: {
          tags,
          summary: 'Delete several records',
          description: 'What is gone already counts as deleted.',
          operationId: 'deleteRecords',
          params: TableParams,
          body: Type.Object({ recordIds: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }) }),
          response: { 204: Done },
        },
      },
      async (request, reply) => {
        const table = await findTableOf(request);
        const { recordIds } = request.body;
        await tables.removeMany(
          table,
          recordIds.map((recordId) => ({ recordId })),
          (tx) =>
            noteChange(request, tx, 'record.delete', {
              table,
              changes: { records: [recordIds.length, null] },
            }),
        );
        return reply.status(204).send(null);
      },
    );
  };
