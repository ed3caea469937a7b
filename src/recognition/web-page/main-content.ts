import {
  findElements,
  isElement,
  type MarkupElement,
  type MarkupNode,
  textBelow,
} from '../markdown/markup-nodes.ts';

/** Elements that repeat on every page of a site and are not part of its text. */
const repeatedTags = new Set(['nav', 'footer', 'form', 'button', 'dialog']);
const repeatedRoles = new Set(['navigation', 'search', 'banner', 'contentinfo', 'dialog', 'menu']);

const isRepeated = ({ name, attributes }: MarkupElement): boolean =>
  repeatedTags.has(name) ||
  repeatedRoles.has(attributes.role ?? '') ||
  attributes['aria-hidden'] === 'true' ||
  'hidden' in attributes;

/** Without navigation, forms and footers. */
export const withoutRepeated = (nodes: MarkupNode[]): MarkupNode[] =>
  nodes.flatMap((node): MarkupNode[] => {
    if (!isElement(node)) return [node];
    return isRepeated(node) ? [] : [{ ...node, children: withoutRepeated(node.children) }];
  });

/** Length without blanks, which indented pages have very many of. */
export const textLength = (nodes: MarkupNode[]): number => textBelow(nodes).replace(/\s+/g, '').length;

/** Shorter content may be a teaser, with the text elsewhere in the page. */
const certainLength = 200;
const shareOfPage = 0.5;

const mainElements = (page: MarkupNode[]): MarkupElement[] => {
  const named = findElements(page, new Set(['main']));
  if (named.length > 0) return named;
  const roles: MarkupElement[] = [];
  const look = (nodes: MarkupNode[]): void => {
    for (const node of nodes)
      if (isElement(node)) {
        if (node.attributes.role === 'main') roles.push(node);
        else look(node.children);
      }
  };
  look(page);
  if (roles.length > 0) return roles;
  const articles = findElements(page, new Set(['article']));
  // Several articles are teasers of other pages.
  return articles.length === 1 ? articles : [];
};

/** The content that the page itself marks as its main part. Undefined if it marks none. */
export const markedContent = (page: MarkupNode[]): MarkupNode[] | undefined => {
  const candidates = mainElements(page)
    .map((element) => withoutRepeated(element.children))
    .map((nodes) => ({ nodes, length: textLength(nodes) }))
    .sort((one, other) => other.length - one.length);
  const [longest] = candidates;
  if (!longest) return undefined;
  const isEnough =
    longest.length >= certainLength || longest.length >= shareOfPage * textLength(withoutRepeated(page));
  return isEnough ? longest.nodes : undefined;
};
