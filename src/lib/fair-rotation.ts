/** Whose work it is. An empty `userId` means work of the workspace itself, such as a document. */
export interface FairOwner {
  workspaceId: string;
  userId: string;
}

/**
 * Waiting items in fair order: workspaces take turns, within a workspace its users take turns, and the items of
 * each user keep their order. The Maps are the rotation: a served workspace or user moves to the end.
 */
export const createFairRotation = <Item>() => {
  const workspaces = new Map<string, Map<string, Item[]>>();
  let size = 0;

  const usersOf = (workspaceId: string): Map<string, Item[]> => {
    const users = workspaces.get(workspaceId) ?? new Map<string, Item[]>();
    workspaces.set(workspaceId, users);
    return users;
  };

  return {
    size: (): number => size,
    add: ({ workspaceId, userId }: FairOwner, item: Item): void => {
      const users = usersOf(workspaceId);
      const items = users.get(userId);
      if (items) items.push(item);
      else users.set(userId, [item]);
      size += 1;
    },
    /** Removes and returns the next item. */
    take: (): Item | undefined => {
      const [workspace] = workspaces;
      if (!workspace) return undefined;
      const [workspaceId, users] = workspace;
      const [[userId, items]] = users as unknown as [[string, Item[]]];
      const item = items.shift();
      users.delete(userId);
      if (items.length > 0) users.set(userId, items);
      workspaces.delete(workspaceId);
      if (users.size > 0) workspaces.set(workspaceId, users);
      size -= 1;
      return item;
    },
    /** False if it no longer waits. */
    remove: ({ workspaceId, userId }: FairOwner, item: Item): boolean => {
      const users = workspaces.get(workspaceId);
      const items = users?.get(userId);
      const place = items?.indexOf(item) ?? -1;
      if (!users || !items || place < 0) return false;
      items.splice(place, 1);
      if (items.length === 0) users.delete(userId);
      if (users.size === 0) workspaces.delete(workspaceId);
      size -= 1;
      return true;
    },
  };
};
