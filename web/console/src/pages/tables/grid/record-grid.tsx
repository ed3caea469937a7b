import { Checkbox, Kbd } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { AgentTable, TableField, TableRecord } from '../../../api/generated.ts';
import { showCell } from './cell-value.ts';
import classes from './grid.module.css';
import { GridCell } from './grid-cell.tsx';
import { GridHead, type GridSort } from './grid-head.tsx';
import { useCellEdits } from './use-cell-edits.ts';
import { useGridKeys } from './use-grid-keys.ts';
import type { NewRow } from './use-new-row.ts';

interface RecordGridProps {
  table: AgentTable;
  records: TableRecord[];
  /** Its first row while it is open. */
  newRow: NewRow;
  mayWrite: boolean;
  chosen: ReadonlySet<string>;
  onChosen(ids: ReadonlySet<string>): void;
  sort: GridSort | undefined;
  onSort(sort: GridSort | undefined): void;
  /** Below the rows: paging. */
  children?: ReactNode;
}

interface ShownCell {
  text: string;
  isSaving: boolean;
  problem: string | undefined;
}

const KeyHelp = () => (
  <div className={classes.foot}>
    <span>
      <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> <Kbd size="xs">←</Kbd> <Kbd size="xs">→</Kbd> move
    </span>
    <span>
      <Kbd size="xs">Enter</Kbd> edit
    </span>
    <span>type to replace</span>
    <span>
      <Kbd size="xs">Esc</Kbd> leave
    </span>
    <span>
      <Kbd size="xs">Shift</Kbd> <Kbd size="xs">Space</Kbd> choose the row
    </span>
  </div>
);

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
};

/** The new row first, then the records: what stands in a cell and what becomes of what is written there. */
const useCells = ({ table, records, newRow }: Pick<RecordGridProps, 'table' | 'records' | 'newRow'>) => {
  const edits = useCellEdits(table);
  const first = newRow.isOpen ? 1 : 0;
  const recordAt = (row: number): TableRecord | undefined => records[row - first];
  const cellAt = (row: number, field: TableField): ShownCell => {
    const record = recordAt(row);
    if (!record)
      return { text: newRow.textOf(field), isSaving: newRow.isSaving, problem: newRow.problemOf(field) };
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
    else newRow.set(field, text);
  };
  const drop = (row: number, field: TableField): void => {
    const record = recordAt(row);
    if (record) edits.drop(record.id, field);
    // Escape must not throw away what was written in the other cells.
    else if (newRow.isEmpty) newRow.discard();
  };
  return { rows: records.length + first, recordAt, cellAt, write, drop };
};

/** Records as in a spreadsheet. */
export const RecordGrid = (props: RecordGridProps) => {
  const { table, records, newRow, mayWrite, chosen, onChosen, sort, onSort, children } = props;
  const { fields } = table;
  const cells = useCells({ table, records, newRow });
  const fieldAt = (column: number): TableField => fields[column]!;
  const toggleRow = (row: number): void => {
    const record = cells.recordAt(row);
    if (record) onChosen(toggled(chosen, record.id));
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
      if (newRow.isOpen) newRow.save();
    },
  });
  const wasOpen = useRef(false);
  useEffect(() => {
    // Opened, one writes into it; closed, its cell is gone and the focus would be with it.
    if (newRow.isOpen || wasOpen.current) goTo({ row: 0, column: 0 });
    wasOpen.current = newRow.isOpen;
  }, [newRow.isOpen, goTo]);
  return (
    <div className={classes.frame}>
      <div className={classes.scroll}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is written in is a grid */}
        <table className={classes.grid} role="grid" aria-label={`Records of ${table.name}`}>
          <GridHead table={table} hasChoice={mayWrite} sort={sort} onSort={onSort} />
          <tbody ref={body} {...bodyEvents}>
            {Array.from({ length: cells.rows }, (_, row) => {
              const record = cells.recordAt(row);
              const isChosen = record !== undefined && chosen.has(record.id);
              return (
                <tr
                  key={record?.id ?? 'new'}
                  className={classes.row}
                  data-new={!record || undefined}
                  data-chosen={isChosen || undefined}
                >
                  {mayWrite && (
                    <td className={classes.choose}>
                      {record && (
                        <Checkbox
                          size="xs"
                          tabIndex={-1}
                          aria-label={`Choose row ${row + 1}`}
                          checked={isChosen}
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
