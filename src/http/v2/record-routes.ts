import { Type } from 'typebox';
import { AppError } from '../../lib/errors.ts';
import { callerOf } from '../request/authenticate.ts';
import { type Route, route } from '../route.ts';
import { done, Maybe, RequiredText, Success } from '../schema.ts';
import { type TableRouteDependencies, tableBody, Values } from '../v1/tables/table-schema.ts';

const Selector = { record_id: Maybe(Type.String()), filter: Maybe(Values) };

const RecordUpdate = Type.Object({ ...Selector, updated_fields: Values }, { title: 'RecordUpdate' });

const UpdateRecords = Type.Object(
  {
    table_id: RequiredText(),
    update_data: Type.Array(RecordUpdate, { minItems: 1, maxItems: 100 }),
    is_create: Maybe(Type.Boolean({ description: 'Create records that are not found; default false' })),
  },
  { title: 'UpdateRecordsRequest' },
);

const RejectedRecord = Type.Object(
  { index: Type.Integer({ description: 'From 0' }), fail_reason: Type.String() },
  { title: 'RejectedRecord' },
);

const UpdatedRecords = Type.Object(
  {
    total_count: Type.Integer(),
    success_count: Type.Integer(),
    fail_count: Type.Integer(),
    fail_detail: Type.Array(RejectedRecord),
  },
  { title: 'UpdatedRecords' },
);

const RecordSelector = Type.Object(Selector, {
  title: 'RecordSelector',
  description: 'Either `record_id` or `filter`',
});

const DeleteRecords = Type.Object(
  {
    table_id: RequiredText(),
    delete_data: Type.Array(RecordSelector, { minItems: 1, maxItems: 1000 }),
  },
  { title: 'DeleteRecordsRequest' },
);

const requireSelectors = (
  items: readonly { record_id?: string | null; filter?: object | null }[],
  name: string,
): void => {
  const index = items.findIndex((item) => !item.record_id && !item.filter);
  if (index >= 0)
    throw new AppError('invalidParameter', `${name}[${index}]: record_id or filter is required`);
};

/** Changes of many records with one call. */
export const createRecordV2Routes = ({ tables, maxBodyBytes }: TableRouteDependencies): Route[] => [
  route({
    method: 'POST',
    url: '/v2/database/update/record',
    key: 'agent',
    ...tableBody(maxBodyBytes),
    schema: {
      operationId: 'updateRecords',
      tags: ['Tables'],
      summary: 'Update several records',
      description:
        'At most 100. Each record is updated separately; failures are reported by index, starting at 0. With `is_create`, a record that is not found is created with the value of its filter; if it was selected by `record_id`, it gets a new ID.',
      body: UpdateRecords,
      response: { 200: UpdatedRecords },
    },
    handler: async (request) => {
      const { table_id, update_data, is_create } = request.body;
      requireSelectors(update_data, 'update_data');
      const table = await tables.require(callerOf(request).agent, table_id);
      const failed = await tables.updateMany(
        table,
        update_data.map((item) => ({
          recordId: item.record_id,
          filter: item.filter,
          fields: item.updated_fields,
        })),
        { createMissing: is_create ?? false },
      );
      return {
        total_count: update_data.length,
        success_count: update_data.length - failed.length,
        fail_count: failed.length,
        fail_detail: failed.map(({ index, reason }) => ({ index, fail_reason: reason })),
      };
    },
  }),

  route({
    method: 'POST',
    url: '/v2/database/delete/record',
    key: 'agent',
    ...tableBody(maxBodyBytes),
    schema: {
      operationId: 'deleteRecords',
      tags: ['Tables'],
      summary: 'Delete records',
      description: 'At most 1000. Records that no longer exist count as deleted.',
      body: DeleteRecords,
      response: { 200: Success },
    },
    handler: async (request) => {
      const { table_id, delete_data } = request.body;
      requireSelectors(delete_data, 'delete_data');
      const table = await tables.require(callerOf(request).agent, table_id);
      await tables.removeMany(
        table,
        delete_data.map((item) => ({ recordId: item.record_id, filter: item.filter })),
      );
      return done;
    },
  }),
];
