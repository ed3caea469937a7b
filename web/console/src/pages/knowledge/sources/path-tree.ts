export interface PathNode {
  name: string;
  /** Pages in this part of the tree. */
  pages: number;
  children: PathNode[];
}

const childOf = (nodes: PathNode[], name: string): PathNode => {
  const known = nodes.find((node) => node.name === name);
  if (known) return known;
  const created = { name, pages: 0, children: [] };
  nodes.push(created);
  return created;
};

/** URLs as a tree: servers, folders, pages. */
export const pathTree = (urls: readonly string[]): PathNode[] => {
  const roots: PathNode[] = [];
  for (const text of urls) {
    const { host, pathname, search } = new URL(text);
    const parts = pathname.split('/').filter((part) => part !== '');
    const last = parts.pop();
    let node = childOf(roots, host);
    node.pages += 1;
    for (const part of parts) {
      node = childOf(node.children, `${part}/`);
      node.pages += 1;
    }
    childOf(node.children, `${last ?? '/'}${search}`).pages += 1;
  }
  return roots;
};
