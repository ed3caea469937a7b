type Listener = () => void;
const listeners = new Set<Listener>();

/** Any call may learn that the session has ended; the session's keeper hears of it here. */
export const sessionSignal = {
  tell: (): void => {
    for (const listener of listeners) listener();
  },
  listen: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
