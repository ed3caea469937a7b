import { Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { AgentTable, TableField } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { typeLabels } from '../fields/field-types.ts';
import classes from './grid.module.css';

export interface GridSort {
  field: string;
  descending: boolean;
}

interface GridHeadProps {
  table: AgentTable;
  hasSelection: boolean;
  sort: GridSort | undefined;
  onSort(sort: GridSort | undefined): void;
}

/** Ascending, descending, unsorted. */
const nextSort = (field: string, sort: GridSort | undefined): GridSort | undefined => {
  if (sort?.field !== field) return { field, descending: false };
  return sort.descending ? undefined : { field, descending: true };
};

const traits = ({ name, type, required, unique }: TableField, ownerField: string | null): string =>
  [
    t(typeLabels[type]),
    required && t('tables.field.required'),
    unique && t('tables.field.unique'),
    ownerField === name && t('tables.field.owner'),
  ]
    .filter(Boolean)
    .join(' · ');

export const GridHead = ({ table, hasSelection, sort, onSort }: GridHeadProps) => (
  <thead className={classes.head}>
    <tr>
      {hasSelection && (
        <th scope="col">
          <span className={classes.traits} title={t('tables.grid.select')}>
            ✓
          </span>
        </th>
      )}
      {table.fields.map((field) => {
        const isSorted = sort?.field === field.name;
        return (
          <th
            key={field.name}
            scope="col"
            aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
          >
            <Tooltip label={field.description} disabled={field.description === ''}>
              <button
                type="button"
                className={classes.sort}
                onClick={() => onSort(nextSort(field.name, sort))}
              >
                {field.name}
                {isSorted &&
                  (sort.descending ? (
                    <IconArrowDown size={14} aria-hidden />
                  ) : (
                    <IconArrowUp size={14} aria-hidden />
                  ))}
              </button>
            </Tooltip>
            <div className={classes.traits}>{traits(field, table.ownerField)}</div>
          </th>
        );
      })}
    </tr>
  </thead>
);
