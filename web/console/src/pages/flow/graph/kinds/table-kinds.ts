import { t } from '../../../../messages/translate.ts';
import { type Field, saveAs, values } from './field.ts';
import type { Kinds } from './kind.ts';

const table: Field = { kind: 'table', name: 'table', label: 'flowComponents.table' };

const summary = ({ table, saveAs }: { table: string; saveAs: string }): string =>
  table === '' ? t('flowComponents.notSetUp') : `${table} → ${saveAs}`;

export const tableKinds: Kinds<'table-lookup' | 'table-add' | 'table-update'> = {
  'table-lookup': {
    label: 'flowComponents.lookup.label',
    group: 'tables',
    about: 'flowComponents.lookup.about',
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
      values('filter', 'flowComponents.lookup.filter', 'table'),
      {
        kind: 'template',
        name: 'keyword',
        label: 'flowComponents.lookup.keyword',
        lines: 1,
        description: 'flowComponents.lookup.keywordHint',
      },
      { kind: 'number', name: 'limit', label: 'flowComponents.lookup.limit', min: 1, max: 50 },
      saveAs('flowComponents.lookup.saveAsHint'),
    ],
    gives: ['first', 'count', 'rows'],
  },
  'table-add': {
    label: 'flowComponents.add.label',
    group: 'tables',
    about: 'flowComponents.add.about',
    summary,
    initial: (names) => ({ table: '', values: {}, saveAs: names.variable('added') }),
    fields: [
      table,
      values('values', 'flowComponents.add.values', 'table'),
      saveAs('flowComponents.saveAs.record'),
    ],
  },
  'table-update': {
    label: 'flowComponents.update.label',
    group: 'tables',
    about: 'flowComponents.update.about',
    summary,
    initial: (names) => ({ table: '', recordId: '', values: {}, saveAs: names.variable('updated') }),
    fields: [
      table,
      {
        kind: 'template',
        name: 'recordId',
        label: 'flowComponents.update.record',
        lines: 1,
        description: 'flowComponents.update.recordHint',
      },
      values('values', 'flowComponents.update.values', 'table'),
      saveAs('flowComponents.saveAs.record'),
    ],
  },
};
