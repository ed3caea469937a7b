import { Checkbox, Kbd } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import type { AgentTable, TableField, TableRecord } from '../../../api/generated.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { showCell } from './cell-value.ts';
import classes from './grid.module.css';
import { GridCell } from './grid-cell.tsx';
import { GridHead, type GridSort } from './grid-head.tsx';
import { useCellEdits } from './use-cell-edits.ts';
import { useGridKeys } from './use-grid-keys.ts';
import type { NewRecord } from './use-new-record.ts';

interface RecordGridProps {
  table: AgentTable;
  records: TableRecord[];
  /** Shown as the first row while it is open. */
  newRecord: NewRecord;
  mayWrite: boolean;
  selected: ReadonlySet<string>;
  onSelected(ids: ReadonlySet<string>): void;
  sort: GridSort | undefined;
  onSort(sort: GridSort | undefined): void;
  /** Paging below the rows. */
  children?: ReactNode;
}

interface ShownCell {
  text: string;
  isSaving: boolean;
  problem: string | undefined;
}

const keyHints: { keys: string[]; label: LabelKey }[] = [
  { keys: ['↑', '↓', '←', '→'], label: 'tables.grid.keys.move' },
  { keys: ['Enter'], label: 'tables.grid.keys.edit' },
  { keys: [], label: 'tables.grid.keys.replace' },
  { keys: ['Esc'], label: 'tables.grid.keys.cancel' },
  { keys: ['Shift', 'Space'], label: 'tables.grid.keys.select' },
];

const KeyHelp = () => (
  <div className={classes.foot}>
    {keyHints.map(({ keys, label }) => (
      <span key={label}>
        {keys.map((key) => (
          <Fragment key={key}>
            <Kbd size="xs">{key}</Kbd>{' '}
          </Fragment>
        ))}
        {t(label)}
      </span>
    ))}
  </div>
);

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
};

/** The cells of the new record, if it is open, and of the records below it: their texts, and how edits are saved. */
const useCells = ({
  table,
  records,
  newRecord,
}: Pick<RecordGridProps, 'table' | 'records' | 'newRecord'>) => {
  const edits = useCellEdits(table);
  const first = newRecord.isOpen ? 1 : 0;
  const recordAt = (row: number): TableRecord | undefined => records[row - first];
  const cellAt = (row: number, field: TableField): ShownCell => {
    const record = recordAt(row);
    if (!record)
      return {
        text: newRecord.textOf(field),
        isSaving: newRecord.isSaving,
        problem: newRecord.problemOf(field),
      };
    const edit = edits.of(record.id, field);
    return {
      text: edit?.text ?? showCell(record.values[field.name]),
      isSaving: edit?.isSaving ?? false,
      problem: edit?.problem,
    };
  };
  const write = (row: number, field: TableField, text: string): void => {
    const record = recordAt(row);
    if (record) void edits.commit(record, field, text);
    else newRecord.set(field, text);
  };
  const drop = (row: number, field: TableField): void => {
    const record = recordAt(row);
    if (record) edits.drop(record.id, field);
    // Escape must not discard values in other cells.
    else if (newRecord.isEmpty) newRecord.discard();
  };
  return { rows: records.length + first, recordAt, cellAt, write, drop };
};

/** The records as an editable spreadsheet. */
export const RecordGrid = (props: RecordGridProps) => {
  const { table, records, newRecord, mayWrite, selected, onSelected, sort, onSort, children } = props;
  const { fields } = table;
  const label = t('tables.grid.label', { table: table.name });
  const cells = useCells({ table, records, newRecord });
  const fieldAt = (column: number): TableField => fields[column]!;
  const toggleRow = (row: number): void => {
    const record = cells.recordAt(row);
    if (record) onSelected(toggled(selected, record.id));
  };
  const { body, active, editing, goTo, bodyEvents, onDone, onCancel } = useGridKeys({
    rows: cells.rows,
    columns: fields.length,
    mayWrite,
    textAt: ({ row, column }) => cells.cellAt(row, fieldAt(column)).text,
    isBooleanAt: ({ column }) => fieldAt(column).type === 'BOOLEAN',
    onWrite: ({ row, column }, text) => cells.write(row, fieldAt(column), text),
    onDrop: ({ row, column }) => cells.drop(row, fieldAt(column)),
    onToggleRow: toggleRow,
    onSubmit: () => {
      if (newRecord.isOpen) newRecord.save();
    },
  });
  const wasOpen = useRef(false);
  useEffect(() => {
    // Moves the focus into the new record when it opens, and to the first cell when it closes, because its cells are removed.
    if (newRecord.isOpen || wasOpen.current) goTo({ row: 0, column: 0 });
    wasOpen.current = newRecord.isOpen;
  }, [newRecord.isOpen, goTo]);
  return (
    <div className={classes.frame}>
      <div className={classes.scroll}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an editable table is a grid */}
        <table className={classes.grid} role="grid" aria-label={label}>
          <GridHead table={table} hasSelection={mayWrite} sort={sort} onSort={onSort} />
          <tbody ref={body} {...bodyEvents}>
            {Array.from({ length: cells.rows }, (_, row) => {
              const record = cells.recordAt(row);
              const isSelected = record !== undefined && selected.has(record.id);
              return (
                <tr
                  key={record?.id ?? 'new'}
                  className={classes.row}
                  data-new={!record || undefined}
                  data-selected={isSelected || undefined}
                >
                  {mayWrite && (
                    <td className={classes.select}>
                      {record && (
                        <Checkbox
                          size="xs"
                          tabIndex={-1}
                          aria-label={t('tables.grid.selectRecord', { number: row + 1 })}
                          checked={isSelected}
                          onChange={() => toggleRow(row)}
                        />
                      )}
                    </td>
                  )}
                  {fields.map((field, column) => {
                    const isActive = active.row === row && active.column === column;
                    const isEditing = editing?.place.row === row && editing.place.column === column;
                    return (
                      <GridCell
                        key={field.name}
                        row={row}
                        column={column}
                        field={field}
                        {...cells.cellAt(row, field)}
                        isActive={isActive}
                        editing={isEditing ? editing.text : undefined}
                        onDone={onDone}
                        onCancel={onCancel}
                      />
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {children}
      {mayWrite && <KeyHelp />}
    </div>
  );
};
