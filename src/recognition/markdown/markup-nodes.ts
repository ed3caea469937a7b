import { Parser } from 'htmlparser2';
import { RecognitionError } from '../recognition-error.ts';

export interface MarkupElement {
  name: string;
  attributes: Record<string, string>;
  children: MarkupNode[];
}

/** Text or an element. No links to parent and siblings, because a large page has half a million nodes. */
export type MarkupNode = string | MarkupElement;

export interface ParseOptions {
  isXml?: boolean;
  /** Elements that are skipped with their content. */
  silent?: ReadonlySet<string>;
  /** Attributes to keep. Default: all. */
  attributes?: ReadonlySet<string>;
}

/** Deeper than real documents. Deeper nodes are attached at this level, so that recursion is safe. */
const maxDepth = 256;
/** Beyond this depth the parser takes quadratic time. */
const refusedDepth = 20_000;
const noAttributes = Object.freeze({});

const pick = (
  all: Record<string, string>,
  wanted: ReadonlySet<string> | undefined,
): Record<string, string> => {
  if (!wanted) return all;
  const kept = Object.entries(all).filter(([name]) => wanted.has(name));
  return kept.length === 0 ? noAttributes : Object.fromEntries(kept);
};

/** Tolerant parser of HTML or XML that builds a small tree. Entities declared by the document are never expanded. */
export const parseMarkup = (source: string, options: ParseOptions = {}): MarkupNode[] => {
  const root: MarkupElement = { name: '', attributes: noAttributes, children: [] };
  const path = [root];
  let tooDeep = 0;
  let silentDepth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (path.length + tooDeep + silentDepth > refusedDepth) {
          throw new RecognitionError('too-complex', 'The file is nested too deeply');
        }
        if (silentDepth > 0 || options.silent?.has(name)) silentDepth += 1;
        else if (path.length >= maxDepth) tooDeep += 1;
        else {
          const element = { name, attributes: pick(attributes, options.attributes), children: [] };
          path.at(-1)!.children.push(element);
          path.push(element);
        }
      },
      ontext: (text) => {
        if (silentDepth > 0) return;
        const { children } = path.at(-1)!;
        // The parser splits text at entities. The parts are joined to one node.
        if (typeof children.at(-1) === 'string') children[children.length - 1] += text;
        else children.push(text);
      },
      onclosetag: () => {
        if (silentDepth > 0) silentDepth -= 1;
        else if (tooDeep > 0) tooDeep -= 1;
        else if (path.length > 1) path.pop();
      },
    },
    { xmlMode: options.isXml ?? false, decodeEntities: true },
  );
  parser.end(source);
  return root.children;
};

export const isElement = (node: MarkupNode): node is MarkupElement => typeof node !== 'string';

/** All text below the nodes. */
export const textBelow = (nodes: MarkupNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textBelow(node.children))).join('');

/** Elements with one of the names, in document order. Does not search inside a match. */
export const findElements = (
  nodes: MarkupNode[],
  names: ReadonlySet<string>,
  goInto: (element: MarkupElement) => boolean = () => true,
): MarkupElement[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    if (names.has(node.name)) return [node];
    return goInto(node) ? findElements(node.children, names, goInto) : [];
  });
