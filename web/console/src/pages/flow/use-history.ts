import { useCallback, useState } from 'react';
import { type History, record, redo, startHistory, undo } from './graph/history.ts';

/** A value with undo and redo. */
export const useHistory = <Value>(first: () => Value) => {
  const [history, setHistory] = useState<History<Value>>(() => startHistory(first()));
  const change = useCallback(
    (next: (value: Value) => Value, tag?: string): void =>
      setHistory((before) => record(before, next(before.present), tag)),
    [],
  );
  const undoChange = useCallback(() => setHistory(undo), []);
  const redoChange = useCallback(() => setHistory(redo), []);
  return {
    value: history.present,
    change,
    undo: undoChange,
    redo: redoChange,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
};
