import { findElements, isElement, type MarkupNode, textBelow } from './markup-nodes.ts';

export interface Notes {
  /** Label of a note (`1`, `a`, `*`) by the id of the element with the note's text. */
  names: ReadonlyMap<string, string>;
  /** Labels of the references in the text. */
  markIds: ReadonlySet<string>;
}

/** Word's format of notes in a saved web page. */
const wordNote = /^((?:foot|end)note)-(\d+)$/;
const label = /^[[(]?(\d{1,4}|[a-z]{1,2}\d?|[*†‡§¶]{1,3})[\])]?$/i;
const noteLike = /foot|note|^fn|cite|ref/i;

const anchors = new Set(['a']);
const raised = new Set(['sup']);

export const targetOf = (href: string | undefined): string | undefined =>
  href?.startsWith('#') && href.length > 1 ? href.slice(1) : undefined;

const labelOf = (nodes: MarkupNode[]): string | undefined => label.exec(textBelow(nodes).trim())?.[1];

interface Places {
  /** All ids of the document: a reference without a target is not a note. */
  ids: Set<string>;
  /** The references. */
  markIds: Set<string>;
}

const placesBelow = (nodes: MarkupNode[], places: Places): Places => {
  for (const { name, attributes, children } of nodes.filter(isElement)) {
    if (attributes.id) places.ids.add(attributes.id);
    if (attributes.id && (name === 'sup' || name === 'a') && labelOf(children))
      places.markIds.add(attributes.id);
    placesBelow(children, places);
  }
  return places;
};

/** Superscript links to the same page, which all footnote formats use. */
export const findNotes = (document: MarkupNode[]): Notes => {
  const links = findElements(document, anchors).filter(({ attributes }) => targetOf(attributes.href));
  const names = new Map<string, string>();
  if (links.length === 0) return { names, markIds: new Set() };
  const { ids, markIds } = placesBelow(document, { ids: new Set(), markIds: new Set() });
  const inSup = new Set(findElements(document, raised).flatMap((sup) => findElements(sup.children, anchors)));
  for (const link of links) {
    const target = targetOf(link.attributes.href)!;
    const word = wordNote.exec(target);
    const isRaised = inSup.has(link) || findElements(link.children, raised).length > 0;
    const isNote = word || (isRaised && noteLike.test(target) && !markIds.has(target));
    const name = word ? (word[1] === 'footnote' ? word[2] : `e${word[2]}`) : labelOf(link.children);
    if (name && isNote && ids.has(target) && !names.has(target)) names.set(target, name);
  }
  return { names, markIds };
};

const isArrow = (text: string): boolean => /^(?:[\s↩↑⏎↵^⤴]|\ufe0e|\ufe0f)*$/.test(text);

/** Back links of a note: an arrow, or a letter for each of several references. */
export const isWayBack = ({ markIds, names }: Notes, href: string, text: string): boolean => {
  const target = targetOf(href);
  if (target === undefined) return false;
  return isArrow(text) || (names.size > 0 && markIds.has(target) && label.test(text.trim()));
};
