import { Type } from 'typebox';
import { fieldTypes } from '../../../tables/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { type Route, route } from '../../route.ts';
import { documentedAs, done, idempotencyHeader, Maybe, oneOf } from '../../schema.ts';
import { Envelope, presentTable, TableInfo, type TableRouteDependencies, tableBody } from './table-schema.ts';

const DescribedField = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 32,
      pattern: '^[a-z0-9_]+$',
      description: 'Lower-case letters, digits and underscores; unique in the table',
    }),
    description: Maybe(Type.String({ maxLength: 128 })),
    type: oneOf(fieldTypes),
    required: Maybe(Type.Boolean({ description: 'Default: false' })),
    unique: Maybe(Type.Boolean({ description: 'Default: false' })),
  },
  { title: 'NewTableField' },
);

const DescribedTable = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 32,
      pattern: '^[a-z][a-z0-9_]*$',
      description: 'Lower-case letters, digits and underscores; the first is a letter',
    }),
    description: Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Tells the model what the table contains',
    }),
    fields: Type.Array(DescribedField, { minItems: 1, maxItems: 64 }),
  },
  { title: 'CreateTableRequest' },
);

const Unchecked = Type.Optional(Type.Unsafe<unknown>({}));

/** Checked in code, because each part of a table has its own error code. */
const CreateTable = Type.Object(
  { name: Unchecked, description: Unchecked, fields: Unchecked },
  documentedAs(DescribedTable),
);

const ListTables = Type.Object(
  {
    page: Maybe(Type.Integer({ minimum: 1 })),
    page_size: Maybe(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  { title: 'ListTablesRequest' },
);

const TablePage = Type.Object(
  { tables: Type.Array(TableInfo), total: Type.Integer() },
  { title: 'TablePage' },
);

export const createTableRoutes = ({ tables, maxBodyBytes }: TableRouteDependencies): Route[] => [
  route({
    method: 'POST',
    url: '/v1/database/create-table',
    key: 'agent',
    ...tableBody(maxBodyBytes),
    schema: {
      operationId: 'createTable',
      tags: ['Tables'],
      summary: 'Create a table',
      description: 'Returns the ID of the new table.',
      headerParameters: idempotencyHeader,
      body: CreateTable,
      response: { 200: Envelope('NewTable', Type.String({ description: 'ID of the table' })) },
    },
    handler: async (request) => {
      const { agent, keyId } = callerOf(request);
      const id = await tables.create({
        agent,
        ownerId: keyId,
        definition: request.body,
        idempotencyKey: readIdempotencyKey(request, 'v1/database/create-table'),
      });
      return { ...done, data: id };
    },
  }),

  route({
    method: 'POST',
    url: '/v1/database/tables/page',
    key: 'agent',
    ...tableBody(maxBodyBytes),
    schema: {
      operationId: 'listTables',
      tags: ['Tables'],
      summary: 'List tables',
      description: 'Returns the tables of the agent with their fields.',
      body: ListTables,
      response: { 200: Envelope('TableList', TablePage) },
    },
    handler: async (request) => {
      const { page, page_size } = request.body;
      const limit = page_size ?? 10;
      const listed = await tables.list(callerOf(request).agent.id, {
        limit,
        offset: ((page ?? 1) - 1) * limit,
      });
      return { ...done, data: { tables: listed.tables.map(presentTable), total: listed.total } };
    },
  }),
];
