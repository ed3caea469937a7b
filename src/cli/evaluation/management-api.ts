import type { SafeFetch } from '../../lib/safe-fetch/index.ts';

interface Named {
  id: string;
  name: string;
}

interface Page<Item> {
  items: Item[];
  /** Absent: the listing has no pages. */
  total?: number;
}

const pageSize = 100;
const maxPages = 100;

/** Calls the management API of a running service with an operator token. Errors have the message of the service. */
export const createManagementApi = ({
  url,
  token,
  fetch,
}: {
  url: string;
  token: string;
  fetch: SafeFetch;
}) => {
  const call = async <Result>(method: 'GET' | 'POST', path: string, body?: object): Promise<Result> => {
    const response = await fetch(new URL(`/console/api${path}`, url), {
      method,
      trusted: true,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-frontdesk-console': '1',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (response.status < 300) return JSON.parse(text) as Result;
    let message = `The service answered with status ${response.status}`;
    try {
      message = String((JSON.parse(text) as { message?: unknown }).message ?? message);
    } catch {
      // A proxy answered. Its page says less than the status.
    }
    throw new Error(message);
  };

  const listAll = async <Item>(path: string): Promise<Item[]> => {
    const items: Item[] = [];
    for (let page = 1; page <= maxPages; page += 1) {
      const found = await call<Page<Item>>('GET', `${path}?page=${page}&pageSize=${pageSize}`);
      items.push(...found.items);
      if (items.length >= (found.total ?? 0) || found.items.length === 0) break;
    }
    return items;
  };

  return {
    call,
    listAll,
    /** By id or name. Without either, the only one. */
    find: async (path: string, kind: string, wanted: string | undefined): Promise<Named> => {
      const all = await listAll<Named>(path);
      const found =
        wanted === undefined ? all : all.filter(({ id, name }) => id === wanted || name === wanted);
      if (found.length === 1) return found[0]!;
      const choice = all.map(({ id, name }) => `${name} (${id})`).join(', ');
      if (wanted === undefined) throw new Error(`Choose one with --${kind}: ${choice || 'there is none'}`);
      throw new Error(
        found.length === 0
          ? `--${kind}: there is no ${wanted}. There are: ${choice || 'none'}`
          : `--${kind}: several are named ${wanted}. Use the id: ${choice}`,
      );
    },
  };
};

export type ManagementApi = ReturnType<typeof createManagementApi>;
