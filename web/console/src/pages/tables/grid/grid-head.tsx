import { Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { AgentTable, TableField } from '../../../api/generated.ts';
import { typeNames } from '../fields/type-names.ts';
import classes from './grid.module.css';

export interface GridSort {
  field: string;
  descending: boolean;
}

interface GridHeadProps {
  table: AgentTable;
  hasChoice: boolean;
  sort: GridSort | undefined;
  onSort(sort: GridSort | undefined): void;
}

/** Upwards, downwards, as the records came. */
const nextSort = (field: string, sort: GridSort | undefined): GridSort | undefined => {
  if (sort?.field !== field) return { field, descending: false };
  return sort.descending ? undefined : { field, descending: true };
};

const traits = ({ type, required, unique }: TableField): string =>
  [typeNames[type], required && 'required', unique && 'unique'].filter(Boolean).join(', ');

export const GridHead = ({ table, hasChoice, sort, onSort }: GridHeadProps) => (
  <thead className={classes.head}>
    <tr>
      {hasChoice && (
        <th scope="col">
          <span className={classes.kind} title="Chosen">
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
            <div className={classes.kind}>
              {traits(field)}
              {table.ownerField === field.name && ', owner'}
            </div>
          </th>
        );
      })}
    </tr>
  </thead>
);
