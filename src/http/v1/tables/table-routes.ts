import { Type } from 'typebox';
import { callerOf } from '../../request/authenticate.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { type Route, route } from '../../route.ts';
import { Maybe } from '../../schema.ts';
import {
  done,
  Envelope,
  presentTable,
  TableInfo,
  type TableRouteDependencies,
  tableBody,
} from './table-schema.ts';

/** Checked in code, because each part of a table has its own error code. */
const Loose = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }));

const CreateTable = Type.Object({
  name: Loose('1 to 32 characters: lower-case letters, digits and underscores, the first a letter'),
  description: Loose('1 to 128 characters: tells the model what the table contains'),
  fields: Loose(
    '1 to 64 fields: {name: 1 to 32 lower-case letters, digits and underscores; description: at most 128 characters; type: TEXT, INT, FLOAT, DATETIME or BOOLEAN; required; unique}',
  ),
});

export const createTableRoutes = ({ tables, maxBodyBytes }: TableRouteDependencies): Route[] => [
  route({
    method: 'POST',
    url: '/v1/database/create-table',
    key: 'agent',
    ...tableBody(maxBodyBytes),
    schema: {
      tags: ['Tables'],
      summary: 'Create a table',
      description: 'Returns the ID of the new table.',
      body: CreateTable,
      response: { 200: Envelope(Type.String()) },
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
      tags: ['Tables'],
      summary: 'List tables',
      description: 'Returns the tables of the agent with their fields.',
      body: Type.Object({
        page: Maybe(Type.Integer({ minimum: 1 })),
        page_size: Maybe(Type.Integer({ minimum: 1, maximum: 100 })),
      }),
      response: { 200: Envelope(Type.Object({ tables: Type.Array(TableInfo), total: Type.Integer() })) },
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
