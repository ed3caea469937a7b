import { useCallback, useMemo, useState } from 'react';
import { isSame } from './is-same.ts';

interface Edited<Value> {
  /** What was saved when the editing began. */
  base: Value;
  value: Value;
}

/**
 * A copy of something saved, to be changed in a form. While nothing is changed it follows what is saved; once
 * something is, news from the service must not overwrite what somebody writes. What they changed is told by
 * comparing the draft with its base, so that changes of others since then are left alone.
 */
export const useDraft = <Value>(saved: Value) => {
  const [edited, setEdited] = useState<Edited<Value>>();
  const { base, value: draft } = edited ?? { base: saved, value: saved };
  const isDirty = useMemo(() => edited !== undefined && !isSame(edited.value, edited.base), [edited]);
  const change = useCallback(
    (next: (before: Value) => Value) =>
      setEdited((before) => ({ base: before?.base ?? saved, value: next(before?.value ?? saved) })),
    [saved],
  );
  const reset = useCallback(() => setEdited(undefined), []);
  return { draft, base, change, reset, isDirty };
};
