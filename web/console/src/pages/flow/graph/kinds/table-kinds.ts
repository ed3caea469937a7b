import { type Field, saveAs, values } from './field.ts';
import { type Kinds, notSetUp } from './kind.ts';

const table: Field = { kind: 'table', name: 'table', label: 'Table' };

const summary = ({ table, saveAs }: { table: string; saveAs: string }): string =>
  table === '' ? notSetUp : `${table} → ${saveAs}`;

export const tableKinds: Kinds<'table-lookup' | 'table-add' | 'table-update'> = {
  'table-lookup': {
    label: 'Look up records',
    group: 'tables',
    explains: 'Finds records of a table',
    summary,
    initial: (names) => ({
      table: '',
      filter: {},
      keyword: '',
      limit: 10,
      saveAs: names.variable('records'),
    }),
    fields: [
      table,
      values('filter', 'Records where', 'table'),
      {
        kind: 'template',
        name: 'keyword',
        label: 'With the words',
        lines: 1,
        description: 'In any text of the record',
      },
      { kind: 'number', name: 'limit', label: 'At most', min: 1, max: 50 },
      saveAs('Gets count, rows and first'),
    ],
    gives: ['first', 'count', 'rows'],
  },
  'table-add': {
    label: 'Add a record',
    group: 'tables',
    explains: 'Writes a new record into a table',
    summary,
    initial: (names) => ({ table: '', values: {}, saveAs: names.variable('added') }),
    fields: [table, values('values', 'Values', 'table'), saveAs('Gets the record')],
  },
  'table-update': {
    label: 'Update a record',
    group: 'tables',
    explains: 'Changes a record of a table',
    summary,
    initial: (names) => ({ table: '', recordId: '', values: {}, saveAs: names.variable('updated') }),
    fields: [
      table,
      {
        kind: 'template',
        name: 'recordId',
        label: 'Record',
        lines: 1,
        description: 'Its id, such as {{records.first.id}}',
      },
      values('values', 'New values', 'table'),
      saveAs('Gets the record'),
    ],
  },
};
