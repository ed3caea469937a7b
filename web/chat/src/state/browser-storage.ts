import type { KeptStorage } from '../page/open-storage.ts';

/** Values that this browser stores for one agent. Without storage they last as long as the page. */
export const createBrowserStorage = (agentId: string, open: () => KeptStorage) => {
  const memory = new Map<string, string>();
  const nameOf = (name: string): string => `frontdesk:${agentId}:${name}`;
  const attempt = <Result>(work: (storage: KeptStorage) => Result): Result | undefined => {
    try {
      return work(open());
    } catch {
      return undefined;
    }
  };
  return {
    get: (name: string): string | undefined =>
      memory.get(name) ?? attempt((storage) => storage.getItem(nameOf(name))) ?? undefined,
    set: (name: string, value: string | undefined): void => {
      if (value === undefined) memory.delete(name);
      else memory.set(name, value);
      attempt((storage) =>
        value === undefined ? storage.removeItem(nameOf(name)) : storage.setItem(nameOf(name), value),
      );
    },
  };
};

export type BrowserStorage = ReturnType<typeof createBrowserStorage>;
