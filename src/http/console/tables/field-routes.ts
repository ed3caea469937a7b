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
        summary: 'Add a field to a table',
        description:
          'Records that are there have no value in it; so it cannot be required where there are any.',
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
        summary: 'Rename or describe a field, or change its type',
        description:
          'With another type every value is read again as it is shown; one that cannot be read as the new type leaves all as it is.',
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
        summary: 'Remove a field from a table',
        description:
          'Its values go with it. A table keeps at least one field, and the one that names its owner.',
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
