import { useCallback, useMemo, useState } from 'react';
import { isSame } from './is-same.ts';

interface Edited<Value> {
  /** The saved value when editing started. */
  base: Value;
  value: Value;
}

/**
 * A copy of a saved value for a form. Without changes it follows the saved value. With changes, an update from the
 * service does not overwrite what the operator typed. The changes are the difference between the draft and its base,
 * so that later changes by others are kept.
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
