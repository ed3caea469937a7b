import { Type } from 'typebox';
import { AppError } from '../../../lib/errors.ts';
import { longestCsv, mostCsvRows, type Tables } from '../../../tables/index.ts';
import { type Route, route } from '../../route.ts';
import type { Downloads } from '../../streaming/index.ts';
import { findAgentOf } from '../access/find-agent.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { createFindTable } from './find-table.ts';
import { ImportView, presentImport, recordBodyBytes, TableParams, tablesPath } from './table-view.ts';

const tags = ['Tables'];
const path = `${tablesPath}/:tableId`;
const ImportParams = Type.Object({ ...TableParams.properties, importId: Type.String() });

const Csv = Type.Object({
  csv: Type.String({
    minLength: 1,
    maxLength: longestCsv,
    description: `Content of the CSV file; the first line contains the column names; at most ${mostCsvRows} rows`,
  }),
  mapping: Type.Optional(
    Type.Array(Type.Union([Type.String(), Type.Null()]), {
      maxItems: 1000,
      description: 'Field for each column, null to ignore it; default: the field with the same name',
    }),
  ),
});

const Problem = Type.Union([Type.String(), Type.Null()]);

const Preview = Type.Object(
  {
    header: Type.Array(Type.String()),
    mapping: Type.Array(Type.Union([Type.String(), Type.Null()])),
    totalRows: Type.Integer(),
    goodRows: Type.Integer(),
    rows: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'Row number, starting at 1 after the header' }),
        values: Type.Record(Type.String(), Type.Unknown()),
        problem: Problem,
      }),
      { description: 'The first 20 rows' },
    ),
    problems: Type.Array(Type.Object({ row: Type.Integer(), problem: Type.String() }), {
      description:
        'The first 100 problems. Values that other records already use are only checked for the returned rows.',
    }),
  },
  { title: 'CsvPreview' },
);

/** Import and export of a table as CSV. */
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
      url: `${path}/import/preview`,
      permission: 'table:write',
      maxBodyBytes: recordBodyBytes,
      holdsRecords: true,
      audit: 'none',
      schema: {
        tags,
        summary: 'Preview a CSV import',
        description: 'Checks the rows without storing them.',
        operationId: 'previewImport',
        params: TableParams,
        body: Csv,
        response: { 200: Preview },
      },
      handler: async (request) => {
        const table = await findTable(request);
        return tables.previewCsv({ ...request.body, workspaceId: workspaceOf(request).id, table });
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
        summary: 'Import CSV',
        description: 'Valid rows are stored, the others are reported with the reason.',
        operationId: 'startImport',
        params: TableParams,
        body: Csv,
        response: { 202: ImportView },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const table = await tables.require(agent, request.params.tableId);
        const { rows } = await tables.readCsv({ ...request.body, workspaceId: agent.workspaceId, table });
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
