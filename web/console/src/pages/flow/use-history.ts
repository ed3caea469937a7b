import { useCallback, useState } from 'react';
import { type History, record, redo, startHistory, undo } from './graph/history.ts';

/** A value with the way back and forth through its changes. */
export const useHistory = <Value>(first: () => Value) => {
  const [history, setHistory] = useState<History<Value>>(() => startHistory(first()));
  const change = useCallback(
    (next: (value: Value) => Value, tag?: string): void =>
      setHistory((before) => record(before, next(before.present), tag)),
    [],
  );
  const goBack = useCallback(() => setHistory(undo), []);
  const goForth = useCallback(() => setHistory(redo), []);
  return {
    value: history.present,
    change,
    goBack,
    goForth,
    canGoBack: history.past.length > 0,
    canGoForth: history.future.length > 0,
  };
};
