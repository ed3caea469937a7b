import type { parseDocument } from 'htmlparser2';

export type HtmlNode = ReturnType<typeof parseDocument>['children'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: unknown }>;

export const isElement = (node: HtmlNode): node is HtmlElement => 'attribs' in node;

/** All text below the nodes, without recursion: hostile pages nest a hundred thousand deep. */
export const textBelow = (nodes: HtmlNode[]): string => {
  const parts: string[] = [];
  const stack = nodes.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'text') parts.push(node.data);
    else if ('children' in node)
      for (const child of node.children.toReversed()) stack.push(child as HtmlNode);
  }
  return parts.join('');
};

/** Elements of one of the names, in document order, not looking inside those found. */
export const findElements = (
  nodes: HtmlNode[],
  names: Set<string>,
  goInto?: (element: HtmlElement) => boolean,
): HtmlElement[] => {
  const found: HtmlElement[] = [];
  const stack = nodes.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isElement(node) && names.has(node.name)) found.push(node);
    else if ('children' in node && (!isElement(node) || goInto?.(node) !== false)) {
      for (const child of node.children.toReversed()) stack.push(child as HtmlNode);
    }
  }
  return found;
};
