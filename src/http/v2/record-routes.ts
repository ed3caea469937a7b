import { Type } from 'typebox';
import { AppError } from '../../lib/errors.ts';
import { callerOf } from '../request/authenticate.ts';
import { type Route, route } from '../route.ts';
import { Maybe, RequiredText } from '../schema.ts';
import { Done, done, type TableRouteDependencies, tableBody, Values } from '../v1/tables/table-schema.ts';

const Selector = { record_id: Maybe(Type.String()), filter: Maybe(Values) };

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
      tags: ['Tables'],
      summary: 'Update several records',
      description:
        'At most 100. Each record is updated separately; failures are reported by index, starting at 0. With `is_create`, a record that is not found is created with the value of its filter; if it was selected by `record_id`, it gets a new ID.',
      body: Type.Object({
        table_id: RequiredText(),
        update_data: Type.Array(Type.Object({ ...Selector, updated_fields: Values }), {
          minItems: 1,
          maxItems: 100,
        }),
        is_create: Maybe(Type.Boolean({ description: 'Create records that are not found; default false' })),
      }),
      response: {
        200: Type.Object({
          total_count: Type.Integer(),
          success_count: Type.Integer(),
          fail_count: Type.Integer(),
          fail_detail: Type.Array(Type.Object({ index: Type.Integer(), fail_reason: Type.String() })),
        }),
      },
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
      tags: ['Tables'],
      summary: 'Delete records',
      description: 'At most 1000. Records that no longer exist count as deleted.',
      body: Type.Object({
        table_id: RequiredText(),
        delete_data: Type.Array(Type.Object(Selector), { minItems: 1, maxItems: 1000 }),
      }),
      response: { 200: Done },
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
