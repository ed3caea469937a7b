import type { Rooms } from './open-rooms.ts';

/** More than anybody would pick from by hand. */
const everything = { offset: 0, limit: 10_000 };

interface Named {
  id: string;
  name: string;
}

/** By id or by name; left out, the only one there is. */
const pick = <Item extends Named>(items: Item[], wanted: string | undefined, what: string): Item => {
  const found =
    wanted === undefined ? items : items.filter(({ id, name }) => id === wanted || name === wanted);
  if (found.length === 1) return found[0]!;
  if (wanted === undefined)
    throw new Error(
      items.length === 0
        ? `There is no ${what} yet`
        : `There are ${items.length} ${what}s: say which with --${what}`,
    );
  throw new Error(
    found.length === 0 ? `There is no ${what} ${wanted}` : `Several ${what}s are named ${wanted}: use the id`,
  );
};

export const findWorkspace = async ({ workspaces }: Rooms, wanted: string | undefined) =>
  pick((await workspaces.list(undefined, everything)).workspaces, wanted, 'workspace');

/** Live agents of every workspace. */
export const listEveryAgent = async ({ workspaces, agents }: Rooms) => {
  const { workspaces: rows } = await workspaces.list(undefined, everything);
  const lists = await Promise.all(rows.map(({ id }) => agents.list(id, everything)));
  return lists.flatMap(({ agents: found }) => found);
};

export const findAgent = async (rooms: Rooms, wanted: string | undefined) =>
  pick(await listEveryAgent(rooms), wanted, 'agent');
