import type { Rooms } from './open-rooms.ts';

type Targets = Pick<Rooms, 'workspaces' | 'agents'>;

const everything = { offset: 0, limit: 10_000 };

interface Named {
  id: string;
  name: string;
}

/** Finds an item by ID or name; without `wanted`, the only one. */
const pick = <Item extends Named>(items: Item[], wanted: string | undefined, what: string): Item => {
  const found =
    wanted === undefined ? items : items.filter(({ id, name }) => id === wanted || name === wanted);
  if (found.length === 1) return found[0]!;
  if (wanted === undefined)
    throw new Error(
      items.length === 0
        ? `There is no ${what} yet`
        : `There are ${items.length} ${what}s: choose one with --${what}`,
    );
  throw new Error(
    found.length === 0 ? `There is no ${what} ${wanted}` : `Several ${what}s are named ${wanted}: use the ID`,
  );
};

export const findWorkspace = async ({ workspaces }: Pick<Rooms, 'workspaces'>, wanted: string | undefined) =>
  pick((await workspaces.list(undefined, everything)).workspaces, wanted, 'workspace');

/** Agents of all workspaces, without deleted ones. */
export const listEveryAgent = async ({ workspaces, agents }: Targets) => {
  const { workspaces: rows } = await workspaces.list(undefined, everything);
  const lists = await Promise.all(rows.map(({ id }) => agents.list(id, everything)));
  return lists.flatMap(({ agents: found }) => found);
};

export const findAgent = async (rooms: Targets, wanted: string | undefined) =>
  pick(await listEveryAgent(rooms), wanted, 'agent');
