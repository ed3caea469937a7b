import { parseSync } from 'vite';

/** Attributes whose value people read. */
const readAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'error',
  'hint',
  'label',
  'placeholder',
  'title',
]);

/** The same in every language: the name of the product and of keys. */
const isName = (text: string): boolean => /^(Frontdesk|Ctrl [A-Z])$/.test(text.trim());

const hasWord = (text: string): boolean => /\p{L}{2,}/u.test(text) && !isName(text);

interface AstNode {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && typeof (value as AstNode).type === 'string';

const childrenOf = (node: AstNode): AstNode[] => Object.values(node).flat().filter(isNode);

/** Texts that an expression can evaluate to: `a ? 'x' : 'y'`, `a && 'x'`, template literals. */
const literalsOf = (node: AstNode): [AstNode, string][] => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [[node, node.value]] : [];
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { value: { cooked: string } }[];
    return [[node, quasis.map(({ value }) => value.cooked).join(' ')]];
  }
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].filter(isNode).flatMap(literalsOf);
  if (node.type === 'LogicalExpression') return [node.left, node.right].filter(isNode).flatMap(literalsOf);
  if (node.type === 'JSXExpressionContainer') return [node.expression].filter(isNode).flatMap(literalsOf);
  return [];
};

const textsOf = (node: AstNode): [AstNode, string][] => {
  if (node.type === 'JSXText') return [[node, String(node.value)]];
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return (node.children as AstNode[])
      .filter(({ type }) => type === 'JSXExpressionContainer')
      .flatMap(literalsOf);
  if (node.type !== 'JSXAttribute' || !isNode(node.value)) return [];
  const { name } = node.name as unknown as { name: string };
  return readAttributes.has(name) ? literalsOf(node.value) : [];
};

/** `path:line: text` for each text in JSX that people read and that does not come from the messages. */
export const hardCodedText = (path: string, source: string): string[] => {
  const found: string[] = [];
  const visit = (node: AstNode): void => {
    for (const [{ start }, text] of textsOf(node))
      if (hasWord(text)) found.push(`${path}:${source.slice(0, start).split('\n').length}: ${text.trim()}`);
    childrenOf(node).forEach(visit);
  };
  visit(parseSync(path, source).program as unknown as AstNode);
  return found;
};
