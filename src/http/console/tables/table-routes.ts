import { Type } from 'typebox';
import type { Tables } from '../../../tables/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import { operatorOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { AgentParams, Done } from '../wire/wire-schemas.ts';
import { Described, NewField } from './field-schemas.ts';
import { createFindTable } from './find-table.ts';
import { tablesPath as path, presentTable, TableParams, TableView } from './table-view.ts';

const tags = ['Tables'];

/** The tables of an agent. */
export const createTableRoutes = ({
  tables,
  agents,
  write,
}: RouteDependencies & { tables: Tables }): Route[] => {
  const findTable = createFindTable({ agents, tables });

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'table:read',
      schema: {
        tags,
        summary: 'List tables',
        description: 'Returns the tables of the agent with their fields.',
        operationId: 'listTables',
        params: AgentParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(TableView) },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        const found = await tables.list(agent.id, rangeOf(request.query));
        return paged(found.tables.map(presentTable), found.total, request.query);
      },
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'table:write',
      audit: 'table.create',
      schema: {
        tags,
        summary: 'Create a table',
        description: 'The name must be unique within the agent.',
        operationId: 'createTable',
        params: AgentParams,
        body: Type.Object({
          name: Type.String(),
          description: Type.String(),
          fields: Type.Array(NewField),
          ownerField: Type.Optional(
            Type.Union([Type.String(), Type.Null()], {
              description:
                'Field with the user_id of a record: the model can then only access records of the current user',
            }),
          ),
        }),
        response: { 201: TableView },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const ownerId = operatorOf(request).id;
        const { ownerField = null, ...definition } = request.body;
        const id = await tables.create({
          agent,
          ownerId,
          definition,
          ownerField,
          alsoIn: (tx, targetId) =>
            record(tx, {
              targetId,
              changes: { name: [null, definition.name], ownerField: [null, ownerField] },
            }),
        });
        reply.status(201);
        return presentTable(await tables.require(agent, id));
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:tableId`,
      permission: 'table:read',
      schema: {
        tags,
        summary: 'Get a table',
        description: 'Returns the table with its fields and number of records.',
        operationId: 'getTable',
        params: TableParams,
        response: { 200: TableView },
      },
      handler: async (request) => presentTable(await findTable(request)),
    }),

    route({
      method: 'PATCH',
      url: `${path}/:tableId`,
      permission: 'table:write',
      audit: 'table.update',
      schema: {
        tags,
        summary: 'Update a table',
        description: 'Changes name, description or owner field.',
        operationId: 'updateTable',
        params: TableParams,
        body: Type.Object({
          ...Described,
          ownerField: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        }),
        response: { 200: TableView },
      },
      handler: async (request, _reply, record) => {
        const table = await findTable(request);
        const { ownerField = table.ownerField, ...words } = request.body;
        return write(async (tx) => {
          if (ownerField !== table.ownerField) await tables.setOwnerField(tx, table, ownerField);
          const after = await tables.changeIn(tx, table, (change) => change.describe(tx, table, words));
          await record(tx, {
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
    }),

    route({
      method: 'DELETE',
      url: `${path}/:tableId`,
      permission: 'table:write',
      audit: 'table.delete',
      schema: {
        tags,
        summary: 'Delete a table',
        description: 'Removes the table immediately; its records are deleted in the background.',
        operationId: 'deleteTable',
        params: TableParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const table = await findTable(request);
        await write(async (tx) => {
          await tables.remove(tx, table);
          await record(tx, { targetId: table.id, changes: { name: [table.name, null] } });
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};
