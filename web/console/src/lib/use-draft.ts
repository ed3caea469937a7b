import { useCallback, useMemo, useState } from 'react';
import { isSame } from './is-same.ts';

/**
 * A copy of something saved, to be changed in a form. While nothing is changed it follows what is saved; once
 * something is, news from the service must not overwrite what somebody writes.
 */
export const useDraft = <Value>(saved: Value) => {
  const [edited, setEdited] = useState<Value>();
  const draft = edited ?? saved;
  const isDirty = useMemo(() => edited !== undefined && !isSame(edited, saved), [edited, saved]);
  const change = useCallback(
    (next: Value | ((before: Value) => Value)) =>
      setEdited((before) =>
        typeof next === 'function' ? (next as (value: Value) => Value)(before ?? saved) : next,
      ),
    [saved],
  );
  const reset = useCallback(() => setEdited(undefined), []);
  return { draft, change, reset, isDirty };
};
