import { Type } from 'typebox';
import { AppError } from '../../../lib/errors.ts';
import { mostColumns, requireDateOrders, type Tables } from '../../../tables/index.ts';
import { type Route, route } from '../../route.ts';
import type { Downloads } from '../../streaming/index.ts';
import { findAgentOf } from '../access/find-agent.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import { FieldType } from './field-schemas.ts';
import { createFindTable } from './find-table.ts';
import { previewFields, SheetBody, sourceOf } from './sheet-schemas.ts';
import { ImportView, presentImport, recordBodyBytes, TableParams, tablesPath } from './table-view.ts';

const tags = ['Tables'];
const path = `${tablesPath}/:tableId`;
const ImportParams = Type.Object({ ...TableParams.properties, importId: Type.String() });

const ImportBody = Type.Object({
  ...SheetBody,
  mapping: Type.Optional(
    Type.Array(Type.Union([Type.String(), Type.Null()]), {
      maxItems: mostColumns,
      description: 'Field for each column, null to ignore it; default: the field with the same name',
    }),
  ),
});

const Preview = Type.Object(previewFields, { title: 'SheetPreview' });

const NewTableBody = Type.Object({
  ...SheetBody,
  fields: Type.Optional(
    Type.Array(Type.Union([Type.Object({ name: Type.String(), type: FieldType }), Type.Null()]), {
      maxItems: mostColumns,
      description: 'Field for each column, null to ignore it; default: the proposed ones',
    }),
  ),
});

const NewTablePreview = Type.Object(
  {
    ...previewFields,
    fields: Type.Array(Type.Union([Type.Object({ name: Type.String(), type: FieldType }), Type.Null()])),
  },
  { title: 'NewTablePreview' },
);

/** Import of table files, and export as CSV. */
export const createRecordImportRoutes = ({
  tables,
  downloads,
  agents,
  write,
}: RouteDependencies & { tables: Tables; downloads: Downloads }): Route[] => {
  const findTable = createFindTable({ agents, tables });

  return [
    route({
      method: 'POST',
      url: `${tablesPath}/import/preview`,
      permission: 'table:write',
      maxBodyBytes: recordBodyBytes,
      holdsRecords: true,
      audit: 'none',
      schema: {
        tags,
        summary: 'Preview a new table',
        description:
          'Proposes fields for the columns of an Excel or CSV file and checks the rows, without storing anything. Then create the table and import the file.',
        operationId: 'previewNewTable',
        params: AgentParams,
        body: NewTableBody,
        response: { 200: NewTablePreview },
      },
      handler: async (request) => {
        await findAgentOf(agents, request);
        const { csv, file, ...input } = request.body;
        const source = sourceOf({ csv, file });
        return tables.previewNewTable({ ...input, source, workspaceId: workspaceOf(request).id });
      },
    }),

    route({
      method: 'POST',
      url: `${path}/import/preview`,
      permission: 'table:write',
      maxBodyBytes: recordBodyBytes,
      holdsRecords: true,
      audit: 'none',
      schema: {
        tags,
        summary: 'Preview an import',
        description: 'Checks the rows without storing them.',
        operationId: 'previewImport',
        params: TableParams,
        body: ImportBody,
        response: { 200: Preview },
      },
      handler: async (request) => {
        const table = await findTable(request);
        const { csv, file, ...input } = request.body;
        const source = sourceOf({ csv, file });
        return tables.previewRows({ ...input, source, workspaceId: workspaceOf(request).id, table });
      },
    }),

    route({
      method: 'POST',
      url: `${path}/import`,
      permission: 'table:write',
      maxBodyBytes: recordBodyBytes,
      holdsRecords: true,
      audit: 'table.import',
      schema: {
        tags,
        summary: 'Import records',
        description:
          'Reads CSV text, or an Excel or CSV file. Valid rows are stored, the others are reported with the reason.',
        operationId: 'startImport',
        params: TableParams,
        body: ImportBody,
        response: { 202: ImportView },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const table = await tables.require(agent, request.params.tableId);
        const { csv, file, ...input } = request.body;
        const source = sourceOf({ csv, file });
        const sheet = await tables.readRows({ ...input, source, workspaceId: agent.workspaceId, table });
        requireDateOrders({ table, sheet });
        const { rows } = sheet;
        const id = await tables.startImport({
          agent,
          tableId: table.id,
          rows,
          alsoIn: (tx) => record(tx, { targetId: table.id, changes: { rows: [null, rows.length] } }),
        });
        const [started] = await tables.importResults(agent, [id]);
        reply.status(202);
        return presentImport(started!);
      },
    }),

    route({
      method: 'GET',
      url: `${path}/imports/:importId`,
      permission: 'table:read',
      schema: {
        tags,
        summary: 'Get import status',
        description: 'Returns the progress of an import and its failed rows.',
        operationId: 'getImport',
        params: ImportParams,
        response: { 200: ImportView },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        await tables.require(agent, request.params.tableId);
        const [found] = await tables.importResults(agent, [request.params.importId]);
        if (!found) throw new AppError('notFound', 'There is no such import');
        return presentImport(found);
      },
    }),

    route({
      method: 'GET',
      url: `${path}/export`,
      permission: 'table:read',
      audit: 'table.export',
      schema: {
        tags,
        summary: 'Export a table',
        description:
          'Returns CSV in the order in which the records were added. An apostrophe is added before cells that a spreadsheet would treat as a formula; an import removes it.',
        operationId: 'exportTable',
        params: TableParams,
        querystring: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 1000 })) }),
        response: {
          200: { description: 'The records', content: { 'text/csv': { schema: { type: 'string' } } } },
        },
      },
      handler: async (request, reply, record) => {
        const table = await findTable(request);
        const text = tables.export(table, { keyword: request.query.keyword });
        await write((tx) => record(tx, { targetId: table.id, changes: {} }));
        return downloads.text(request, reply, text, {
          name: `${table.name}.csv`,
          mediaType: 'text/csv; charset=utf-8',
        });
      },
    }),
  ];
};
