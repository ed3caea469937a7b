import { Type } from 'typebox';
import type { Table, Tables } from '../../tables/index.ts';
import type { RouteDependencies } from './console-dependencies.ts';
import { findAgentOf } from './find-agent.ts';
import { Paged, PageQuery, paged, rangeOf } from './paging.ts';
import type { ConsoleRoutes } from './register-console-api.ts';
import { AgentParams, Done } from './wire-schemas.ts';

const tags = ['Tables'];
const path = '/workspaces/:workspaceId/agents/:agentId/tables';

const TableParams = Type.Object({ ...AgentParams.properties, tableId: Type.String() });

const TableView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    ownerField: Type.Union([Type.String(), Type.Null()], {
      description:
        "The field that holds a record's user_id: the model then sees the current user's records only",
    }),
    recordCount: Type.Integer(),
    fields: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        type: Type.String(),
        required: Type.Boolean(),
        unique: Type.Boolean(),
      }),
    ),
  },
  { title: 'Table' },
);

const present = ({ id, name, description, ownerField, recordCount, fields }: Table) => ({
  id,
  name,
  description,
  ownerField,
  recordCount,
  fields: fields.map(({ fieldNo: _fieldNo, ...field }) => field),
});

/** An agent's tables: what they are, whose records they hold, and taking one away. */
export const createTableRoutes =
  ({ tables }: { tables: Tables }): ConsoleRoutes =>
  (scope, { agents, write }: RouteDependencies) => {
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
        return paged(found.tables.map(present), found.total, request.query);
      },
    );

    scope.patch(
      `${path}/:tableId`,
      {
        config: { permission: 'table:write' },
        schema: {
          tags,
          summary: 'Say whose records a table holds',
          operationId: 'updateTable',
          params: TableParams,
          body: Type.Object({ ownerField: Type.Union([Type.String(), Type.Null()]) }),
          response: { 200: TableView },
        },
      },
      async (request) => {
        const table = await tables.require(await findAgentOf(agents, request), request.params.tableId);
        const { ownerField } = request.body;
        await write(request, async (tx, record) => {
          await tables.setOwnerField(table, ownerField, tx);
          await record({
            action: 'table.update',
            targetKind: 'table',
            targetId: table.id,
            changes: { ownerField: [table.ownerField, ownerField] },
          });
        });
        return present({ ...table, ownerField });
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
        const table = await tables.require(await findAgentOf(agents, request), request.params.tableId);
        await write(request, async (tx, record) => {
          await tables.remove(table, tx);
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
