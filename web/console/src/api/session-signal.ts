type Listener = () => void;
const listeners = new Set<Listener>();

/** Reports to `SessionGate` that the session has ended. Any call can detect it. */
export const sessionSignal = {
  send: (): void => {
    for (const listener of listeners) listener();
  },
  listen: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
