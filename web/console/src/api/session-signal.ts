type Listener = () => void;

const createSignal = () => {
  const listeners = new Set<Listener>();
  return {
    send: (): void => {
      for (const listener of listeners) listener();
    },
    listen: (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Reports to `SessionGate` that the session has ended. Any call can detect it. */
export const sessionSignal = createSignal();

/** Sent after somebody signed in again. Calls that were rejected before are no longer failures to show. */
export const signedInSignal = createSignal();
