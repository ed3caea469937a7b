/** What was, is and may be again. */
export interface History<Value> {
  past: Value[];
  present: Value;
  future: Value[];
  /** Of the last change: letters typed one after the other into one field are one step back. */
  tag: string | undefined;
}

const mostSteps = 100;

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
    past: isContinued ? history.past : [...history.past, history.present].slice(-mostSteps),
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
