export interface PathNode {
  name: string;
  /** Pages or files in this part of the tree. */
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

/** The server of a page and the parts of its path. Of a file, the parts of its path. */
const partsOf = (text: string): { folders: string[]; last: string } => {
  const url = URL.parse(text);
  const isPage = url !== null && /^https?:$/.test(url.protocol);
  const parts = (isPage ? url.pathname : text).split('/').filter((part) => part !== '');
  const last = parts.pop() ?? '/';
  const folders = parts.map((part) => `${part}/`);
  return isPage ? { folders: [url.host, ...folders], last: `${last}${url.search}` } : { folders, last };
};

/** Pages and files as a tree: servers, folders, pages. */
export const pathTree = (urls: readonly string[]): PathNode[] => {
  const roots: PathNode[] = [];
  for (const text of urls) {
    const { folders, last } = partsOf(text);
    let nodes = roots;
    for (const name of folders) {
      const node = childOf(nodes, name);
      node.pages += 1;
      nodes = node.children;
    }
    childOf(nodes, last).pages += 1;
  }
  return roots;
};
