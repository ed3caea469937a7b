import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type CellPlace, cellAfterEdit, nextCell } from './next-cell.ts';

interface GridKeysOptions {
  rows: number;
  columns: number;
  mayWrite: boolean;
  /** The text of a cell, with which editing starts. */
  textAt(place: CellPlace): string;
  isBooleanAt(place: CellPlace): boolean;
  onWrite(place: CellPlace, text: string): void;
  /** Escape on a cell whose value was rejected. */
  onDrop(place: CellPlace): void;
  onToggleRow(row: number): void;
  /** Ctrl+Enter. */
  onSubmit(): void;
}

interface Editing {
  place: CellPlace;
  text: string;
}

const isPrintable = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey;

const placeOf = (target: EventTarget): CellPlace | undefined => {
  const cell = (target as Element).closest<HTMLElement>('[data-cell]');
  const [row, column] = (cell?.dataset.cell ?? '').split(':').map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
};

/** The action of a key that does not move. */
const actionOf = (
  event: KeyboardEvent,
): 'submit' | 'edit' | 'clear' | 'drop' | 'row' | 'write' | undefined => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return 'submit';
  if (event.key === 'Enter' || event.key === 'F2') return 'edit';
  if (event.key === 'Delete' || event.key === 'Backspace') return 'clear';
  if (event.key === 'Escape') return 'drop';
  if (event.key === ' ' && event.shiftKey) return 'row';
  return isPrintable(event) || event.key === 'Process' ? 'write' : undefined;
};

/**
 * Keys as in a spreadsheet. Only the active cell is in the tab order. Arrow keys move, Enter or F2 edits, typing replaces
 * the value, Delete clears it, Escape cancels. While editing, Tab and Enter save the value and move.
 */
export const useGridKeys = (options: GridKeysOptions) => {
  const { rows, columns } = options;
  const latest = useRef(options);
  latest.current = options;
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<Editing>();
  const latestEditing = useRef(editing);
  latestEditing.current = editing;
  const wantsFocus = useRef(false);

  const goTo = useCallback((place: CellPlace): void => {
    wantsFocus.current = true;
    setActive(place);
  }, []);

  // Returns the focus to the cell after editing.
  useEffect(() => {
    if (!wantsFocus.current || editing) return;
    wantsFocus.current = false;
    body.current?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`)?.focus();
  }, [active, editing]);

  const edit = (place: CellPlace, text: string): void => {
    if (!latest.current.mayWrite) return;
    setActive(place);
    setEditing({ place, text });
  };

  const act = (event: KeyboardEvent, place: CellPlace): boolean => {
    const { mayWrite, textAt, isBooleanAt, onWrite, onDrop, onToggleRow, onSubmit } = latest.current;
    const action = mayWrite ? actionOf(event) : undefined;
    if (action === 'submit') onSubmit();
    else if (action === 'edit') edit(place, textAt(place));
    else if (action === 'clear') onWrite(place, '');
    else if (action === 'drop') onDrop(place);
    else if (action === 'row') onToggleRow(place.row);
    else if (action === 'write' && isBooleanAt(place))
      onWrite(place, textAt(place) === 'true' ? 'false' : 'true');
    else if (action === 'write') edit(place, event.key === 'Process' ? '' : event.key);
    return action !== undefined;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const place = placeOf(event.target);
    if (!place || editing) return;
    const isFar = event.ctrlKey || event.metaKey;
    const next = nextCell(place, { key: event.key, isFar }, { rows, columns });
    if (next) goTo(next);
    if (!next && !act(event, place)) return;
    event.preventDefault();
    // Letters must not trigger keyboard shortcuts of the console.
    event.stopPropagation();
  };

  const onDone = useCallback((text: string, key: { key: string; shiftKey: boolean } | undefined): void => {
    const written = latestEditing.current;
    setEditing(undefined);
    if (written) latest.current.onWrite(written.place, text);
    if (!key) return;
    wantsFocus.current = true;
    setActive((place) => cellAfterEdit(place, key, latest.current));
  }, []);

  const onCancel = useCallback((): void => {
    wantsFocus.current = true;
    setEditing(undefined);
  }, []);

  return {
    body,
    active: { row: Math.min(active.row, rows - 1), column: Math.min(active.column, columns - 1) },
    editing,
    goTo,
    onDone,
    onCancel,
    bodyEvents: {
      onKeyDown,
      onClick: ({ target }: MouseEvent) => {
        const place = placeOf(target);
        if (place && !editing) goTo(place);
      },
      onDoubleClick: ({ target }: MouseEvent) => {
        const place = placeOf(target);
        if (place && !editing) edit(place, latest.current.textAt(place));
      },
    },
  };
};
