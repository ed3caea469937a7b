import { memo } from 'react';
import type { TableField } from '../../../api/generated.ts';
import { CellEditor } from './cell-editor.tsx';
import classes from './grid.module.css';

interface GridCellProps {
  row: number;
  column: number;
  field: TableField;
  text: string;
  isActive: boolean;
  /** Text in the editor; undefined while the cell is not edited. */
  editing: string | undefined;
  isSaving: boolean;
  /** Why the service rejected the value. */
  problem: string | undefined;
  onDone(text: string, key: { key: string; shiftKey: boolean } | undefined): void;
  onCancel(): void;
}

/** One value. The grid handles keys and clicks. */
export const GridCell = memo((props: GridCellProps) => {
  const { row, column, field, text, isActive, editing, isSaving, problem, onDone, onCancel } = props;
  const problemId = `problem-${row}-${column}`;
  return (
    <td
      className={classes.cell}
      data-cell={`${row}:${column}`}
      data-number={field.type === 'INT' || field.type === 'FLOAT' || undefined}
      data-saving={isSaving || undefined}
      tabIndex={isActive ? 0 : -1}
      aria-invalid={problem !== undefined || undefined}
      aria-describedby={problem === undefined ? undefined : problemId}
    >
      {editing === undefined ? (
        <div className={classes.text}>{text}</div>
      ) : (
        <CellEditor field={field} text={editing} onDone={onDone} onCancel={onCancel} />
      )}
      {problem !== undefined && (
        <div className={classes.problem} id={problemId} role="alert">
          {problem}
        </div>
      )}
    </td>
  );
});
