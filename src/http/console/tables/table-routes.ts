import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Table, Tables } from '../../../tables/index.ts';
import { findAgentOf } from '../access/find-agent.ts';
import { operatorOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import type { ConsoleRoutes } from '../register-console-api.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { AgentParams, Done } from '../wire/wire-schemas.ts';
import { tablesPath as path, presentTable, TableParams, TableView } from './table-view.ts';

const tags = ['Tables'];
const Described = {
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
};
const FieldType = Type.String({ description: 'TEXT, INT, FLOAT, DATETIME or BOOLEAN' });
const NewField = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String()),
  type: FieldType,
  required: Type.Optional(Type.Boolean()),
  unique: Type.Optional(Type.Boolean()),
});
const FieldParams = Type.Object({ ...TableParams.properties, fieldName: Type.String() });

/** An agent's tables: making, describing and taking them away, and whose records they hold. */
export const createTableRoutes =
  ({ tables }: { tables: Tables }): ConsoleRoutes =>
  (scope, { agents, note, write }: RouteDependencies) => {
    const findTableOf = async (
      request: FastifyRequest & { params: { agentId: string; tableId: string } },
    ): Promise<Table> => tables.require(await findAgentOf(agents, request), request.params.tableId);

    scope.get(
      path,
      {
        config: { permission: 'table:read' },
        schema: {
          tags,
          summary: 'List tables',
          operationId: 'listTables',
          params: AgentParams,
          querystring: Type.Object(PageQuery),
          response: { 200: Paged(TableView) },
        },
      },
      async (request) => {
        const agent = await findAgentOf(agents, request);
        const found = await tables.list(agent.id, rangeOf(request.query));
        return paged(found.tables.map(presentTable), found.total, request.query);
      },
    );

    scope.post(
      path,
      {
        config: { permission: 'table:write' },
        schema: {
          tags,
          summary: 'Create a table',
          operationId: 'createTable',
          params: AgentParams,
          // Checked by the room: each part has rules and a code of its own.
          body: Type.Object({
            name: Type.String(),
            description: Type.String(),
            fields: Type.Array(NewField),
          }),
          response: { 201: TableView },
        },
      },
      async (request, reply) => {
        const agent = await findAgentOf(agents, request);
        const ownerId = operatorOf(request).id;
        const definition = request.body;
        const id = await tables.create({
          agent,
          ownerId,
          definition,
          alsoIn: (tx, targetId) =>
            note(request, tx, {
              action: 'table.create',
              targetKind: 'table',
              targetId,
              changes: { name: [null, definition.name] },
            }),
        });
        reply.status(201);
        return presentTable(await tables.require(agent, id));
      },
    );

    scope.get(
      `${path}/:tableId`,
      {
        config: { permission: 'table:read' },
        schema: {
          tags,
          summary: 'Get a table',
          operationId: 'getTable',
          params: TableParams,
          response: { 200: TableView },
        },
      },
      async (request) => presentTable(await findTableOf(request)),
    );

    scope.patch(
      `${path}/:tableId`,
      {
        config: { permission: 'table:write' },
        schema: {
          tags,
          summary: 'Rename or describe a table, or say whose records it holds',
          operationId: 'updateTable',
          params: TableParams,
          body: Type.Object({
            ...Described,
            ownerField: Type.Optional(Type.Union([Type.String(), Type.Null()])),
          }),
          response: { 200: TableView },
        },
      },
      async (request) => {
        const table = await findTableOf(request);
        const { ownerField = table.ownerField, ...words } = request.body;
        return write(request, async (tx, record) => {
          if (ownerField !== table.ownerField) await tables.setOwnerField(tx, table, ownerField);
          const after = await tables.changeIn(tx, table, (change) => change.describe(tx, table, words));
          await record({
            action: 'table.update',
            targetKind: 'table',
            targetId: table.id,
            changes: {
              name: [table.name, after.name],
              description: [table.description, after.description],
              ownerField: [table.ownerField, after.ownerField],
            },
          });
          return presentTable(after);
        });
      },
    );

    scope.post(
      `${path}/:tableId/fields`,
      {
        config: { permission: 'table:write' },
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
      },
      async (request, reply) => {
        const table = await findTableOf(request);
        const after = await write(request, async (tx, record) => {
          const changed = await tables.changeIn(tx, table, (change) =>
            change.addField(tx, table, request.body),
          );
          await record({
            action: 'table.add-field',
            targetKind: 'table',
            targetId: table.id,
            changes: { field: [null, request.body.name] },
          });
          return changed;
        });
        reply.status(201);
        return presentTable(after);
      },
    );

    scope.patch(
      `${path}/:tableId/fields/:fieldName`,
      {
        config: { permission: 'table:write' },
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
      },
      async (request) => {
        const table = await findTableOf(request);
        const { fieldName } = request.params;
        const { type, ...words } = request.body;
        const typeOf = ({ fields }: Table, name: string) => fields.find((one) => one.name === name)?.type;
        return write(request, async (tx, record) => {
          const after = await tables.changeIn(tx, table, async (change) => {
            const retyped = type === undefined ? table : await change.retypeField(tx, table, fieldName, type);
            return change.describeField(tx, retyped, fieldName, words);
          });
          const name = words.name ?? fieldName;
          await record({
            action: 'table.update-field',
            targetKind: 'table',
            targetId: table.id,
            changes: {
              field: [fieldName, name],
              type: [typeOf(table, fieldName) ?? null, typeOf(after, name) ?? null],
            },
          });
          return presentTable(after);
        });
      },
    );

    scope.delete(
      `${path}/:tableId/fields/:fieldName`,
      {
        config: { permission: 'table:write' },
        schema: {
          tags,
          summary: 'Remove a field from a table',
          description:
            'Its values go with it. A table keeps at least one field, and the one that names its owner.',
          operationId: 'removeField',
          params: FieldParams,
          response: { 200: TableView },
        },
      },
      async (request) => {
        const table = await findTableOf(request);
        const { fieldName } = request.params;
        return write(request, async (tx, record) => {
          const after = await tables.changeIn(tx, table, (change) =>
            change.removeField(tx, table, fieldName),
          );
          await record({
            action: 'table.remove-field',
            targetKind: 'table',
            targetId: table.id,
            changes: { field: [fieldName, null] },
          });
          return presentTable(after);
        });
      },
    );

    scope.delete(
      `${path}/:tableId`,
      {
        config: { permission: 'table:write' },
        schema: {
          tags,
          summary: 'Delete a table',
          description: 'Gone for everybody at once; its records are removed in the background.',
          operationId: 'deleteTable',
          params: TableParams,
          response: { 204: Done },
        },
      },
      async (request, reply) => {
        const table = await findTableOf(request);
        await write(request, async (tx, record) => {
          await tables.remove(tx, table);
          await record({
            action: 'table.delete',
            targetKind: 'table',
            targetId: table.id,
            changes: { name: [table.name, null] },
          });
        });
        return reply.status(204).send(null);
      },
    );
  };
