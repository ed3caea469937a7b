import { Type } from 'typebox';
import type { Table, Tables } from '../../../tables/index.ts';
import { type Route, route } from '../../route.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Described, FieldType, NewField } from './field-schemas.ts';
import { createFindTable } from './find-table.ts';
import { tablesPath as path, presentTable, TableParams, TableView } from './table-view.ts';

const tags = ['Tables'];
const FieldParams = Type.Object({ ...TableParams.properties, fieldName: Type.String() });

/** The fields of a table. */
export const createFieldRoutes = ({
  tables,
  agents,
  write,
}: RouteDependencies & { tables: Tables }): Route[] => {
  const findTable = createFindTable({ agents, tables });

  return [
    route({
      method: 'POST',
      url: `${path}/:tableId/fields`,
      permission: 'table:write',
      audit: 'table.add-field',
      schema: {
        tags,
        summary: 'Add a field',
        description:
          'Existing records have no value in the new field, so it cannot be required if the table has records.',
        operationId: 'addField',
        params: TableParams,
        body: NewField,
        response: { 201: TableView },
      },
      handler: async (request, reply, record) => {
        const table = await findTable(request);
        const after = await write(async (tx) => {
          const changed = await tables.changeIn(tx, table, (change) =>
            change.addField(tx, table, request.body),
          );
          await record(tx, { targetId: table.id, changes: { field: [null, request.body.name] } });
          return changed;
        });
        reply.status(201);
        return presentTable(after);
      },
    }),

    route({
      method: 'PATCH',
      url: `${path}/:tableId/fields/:fieldName`,
      permission: 'table:write',
      audit: 'table.update-field',
      schema: {
        tags,
        summary: 'Update a field',
        description:
          'Changes name, description or type. With a new type, all values are converted; if one cannot be converted, nothing is changed.',
        operationId: 'updateField',
        params: FieldParams,
        body: Type.Object({ ...Described, type: Type.Optional(FieldType) }),
        response: { 200: TableView },
      },
      handler: async (request, _reply, record) => {
        const table = await findTable(request);
        const { fieldName } = request.params;
        const { type, ...words } = request.body;
        const typeOf = ({ fields }: Table, name: string) => fields.find((one) => one.name === name)?.type;
        return write(async (tx) => {
          const after = await tables.changeIn(tx, table, async (change) => {
            const retyped = type === undefined ? table : await change.retypeField(tx, table, fieldName, type);
            return change.describeField(tx, retyped, fieldName, words);
          });
          const name = words.name ?? fieldName;
          await record(tx, {
            targetId: table.id,
            changes: {
              field: [fieldName, name],
              type: [typeOf(table, fieldName) ?? null, typeOf(after, name) ?? null],
            },
          });
          return presentTable(after);
        });
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/:tableId/fields/:fieldName`,
      permission: 'table:write',
      audit: 'table.remove-field',
      schema: {
        tags,
        summary: 'Remove a field',
        description: 'Also deletes its values. The last field and the owner field cannot be removed.',
        operationId: 'removeField',
        params: FieldParams,
        response: { 200: TableView },
      },
      handler: async (request, _reply, record) => {
        const table = await findTable(request);
        const { fieldName } = request.params;
        return write(async (tx) => {
          const after = await tables.changeIn(tx, table, (change) =>
            change.removeField(tx, table, fieldName),
          );
          await record(tx, { targetId: table.id, changes: { field: [fieldName, null] } });
          return presentTable(after);
        });
      },
    }),
  ];
};
