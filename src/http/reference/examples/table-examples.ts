import type { OperationReference } from '../../openapi/index.ts';
import { exampleMs, exampleIds as ids } from './example-ids.ts';

const done = { code: 0, message: 'OK' };
const fields = [
  { name: 'order_number', description: 'Number of the order', type: 'TEXT', required: true, unique: true },
  { name: 'quantity', description: 'Number of umbrellas', type: 'INT', required: false, unique: false },
];
const tableInfo = {
  id: ids.table,
  name: 'orders',
  description: 'Orders of umbrellas',
  field_count: 2,
  fields,
  bot_id: ids.agent,
  project_id: ids.workspace,
  owner_id: ids.apiKey,
};
const tableErrors = ['tableNotFound', 'tableForbidden'] as const;

export const tableExamples: Record<string, OperationReference> = {
  createTable: {
    examples: {
      orders: {
        summary: 'A table of orders',
        body: { name: 'returns', description: 'Returned umbrellas', fields },
        response: { ...done, data: ids.table },
      },
    },
    errors: [
      'invalidTableName',
      'invalidTableDescription',
      'invalidFieldCount',
      'invalidFieldName',
      'invalidFieldDescription',
      'invalidFieldType',
      'tooManyFields',
      'tableNameTaken',
    ],
  },
  listTables: {
    examples: {
      page: {
        summary: 'The first tables',
        body: { page: 1, page_size: 10 },
        response: { ...done, data: { tables: [tableInfo], total: 1 } },
      },
    },
  },
  importRecords: {
    examples: {
      rows: {
        summary: 'Two rows',
        body: {
          table_id: ids.table,
          records: [
            { values: { order_number: 'A-1002', quantity: 1 } },
            { values: { order_number: 'A-1003', quantity: 4 } },
          ],
        },
        response: { ...done, data: [ids.import] },
      },
    },
    errors: tableErrors,
  },
  getImportResults: {
    examples: {
      one: {
        summary: 'Result of an import',
        parameters: { ids: [ids.import] },
        response: [
          {
            id: ids.import,
            status: 'AVAILABLE',
            progress: 1,
            total_count: 2,
            success_count: 1,
            fail_count: 1,
            fail_detail: [{ row: 2, fail_reason: 'quantity must be an integer' }],
          },
        ],
      },
    },
  },
  updateRecord: {
    examples: {
      id: {
        summary: 'Selected by its ID',
        body: { table_id: ids.table, record_id: ids.record, updated_fields: { quantity: 3 } },
        response: done,
      },
      filter: {
        summary: 'Selected by a unique field',
        body: {
          table_id: ids.table,
          filter: { order_number: 'A-1001' },
          updated_fields: { quantity: 2 },
        },
        response: done,
      },
    },
    errors: ['notFound', ...tableErrors],
  },
  listRecords: {
    examples: {
      filter: {
        summary: 'Records with a value',
        body: { table_id: ids.table, filter: { order_number: 'A-1001' }, page: 1, page_size: 10 },
        response: {
          ...done,
          data: {
            table_info: tableInfo,
            records: [
              {
                id: ids.record,
                value: { order_number: 'A-1001', quantity: 2 },
                created_at: exampleMs,
                updated_at: exampleMs,
              },
            ],
            total_count: 1,
          },
        },
      },
    },
    errors: tableErrors,
  },
  updateRecords: {
    examples: {
      create: {
        summary: 'Update, or create what is missing',
        body: {
          table_id: ids.table,
          update_data: [{ filter: { order_number: 'A-1001' }, updated_fields: { quantity: 5 } }],
          is_create: true,
        },
        response: { total_count: 1, success_count: 1, fail_count: 0, fail_detail: [] },
      },
    },
    errors: tableErrors,
  },
  deleteRecords: {
    examples: {
      one: {
        summary: 'Delete a record',
        body: { table_id: ids.table, delete_data: [{ record_id: ids.record }] },
        response: done,
      },
    },
    errors: tableErrors,
  },
};
