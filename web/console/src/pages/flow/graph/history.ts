/** Values for undo and redo. */
export interface History<Value> {
  past: Value[];
  present: Value;
  future: Value[];
  /** Tag of the last change. Successive changes with the same tag, such as typing in one field, are one undo step. */
  tag: string | undefined;
}

const maxSteps = 100;

export const startHistory = <Value>(present: Value): History<Value> => ({
  past: [],
  present,
  future: [],
  tag: undefined,
});

export const record = <Value>(history: History<Value>, present: Value, tag?: string): History<Value> => {
  if (Object.is(present, history.present)) return history;
  const isContinued = tag !== undefined && tag === history.tag;
  return {
    past: isContinued ? history.past : [...history.past, history.present].slice(-maxSteps),
    present,
    future: [],
    tag,
  };
};

export const undo = <Value>(history: History<Value>): History<Value> => {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: last,
    future: [history.present, ...history.future],
    tag: undefined,
  };
};

export const redo = <Value>(history: History<Value>): History<Value> => {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, tag: undefined };
};
