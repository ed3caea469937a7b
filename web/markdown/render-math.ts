/** Loaded on demand: the renderer is larger than the rest of the chat page. */
import temml from 'temml';
import 'temml/dist/Temml-Local.css';
import { copySource } from './copy-source.ts';

document.addEventListener('copy', copySource);

/** Limits of one formula. Nested formulas cost the browser much time to lay out. */
const mostNodes = 1200;
const deepestNesting = 40;
/** In em and in points. */
const largestSize: [number, number] = [12, 400];
/** Definitions can make a short formula expand to a long one. Answers do not need them. */
const definition =
  /\\(?:[gex]?def|let|futurelet|global|long|(?:re|provide)?newcommand|renewcommand|providecommand|DeclareMathOperator|definecolor)(?![a-zA-Z])/;

const namespace = 'http://www.w3.org/1998/Math/MathML';
const elements = new Set(
  'math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics annotation menclose'.split(
    ' ',
  ),
);
const attributes = new Set(
  'accent columnalign columnlines columnspacing depth display displaystyle encoding fence form height largeop linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset width'.split(
    ' ',
  ),
);

interface Tree {
  type?: string;
  text?: string;
  children?: Tree[];
  attributes?: Record<string, unknown>;
  classes?: string[];
  style?: Record<string, string>;
}

class TooLarge extends Error {}

const setStyles = (element: MathMLElement, { style = {}, attributes: given = {} }: Tree): void => {
  // By properties, because the content security policy forbids style attributes.
  for (const [name, value] of Object.entries(style))
    element.style.setProperty(
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      String(value),
    );
  for (const rule of String(given.style ?? '').split(';')) {
    const [name = '', value = ''] = rule.split(':');
    if (value) element.style.setProperty(name.trim(), value.trim());
  }
};

/** Builds only known elements and attributes of MathML. Anything else shows its content. */
const createBuilder = () => {
  let count = 0;
  const build = (tree: Tree, depth: number): Node => {
    if (++count > mostNodes || depth > deepestNesting) throw new TooLarge();
    if (tree.text !== undefined && !tree.children) return document.createTextNode(tree.text);
    const isKnown = tree.type !== undefined && elements.has(tree.type);
    const node = isKnown
      ? (document.createElementNS(namespace, tree.type!) as MathMLElement)
      : document.createDocumentFragment();
    if (node instanceof Element) {
      for (const [name, value] of Object.entries(tree.attributes ?? {}))
        if (attributes.has(name)) node.setAttribute(name, String(value));
      const classes = (tree.classes ?? []).filter((name) => /^(tml-|ff-|math|menclose)[\w-]*$/.test(name));
      if (classes.length > 0) node.setAttribute('class', classes.join(' '));
      setStyles(node as MathMLElement, tree);
    }
    for (const child of tree.children ?? []) node.append(build(child, depth + 1));
    return node;
  };
  return build;
};

/** The formula as MathML, or undefined if it has an error or is too expensive. Links and HTML are errors. */
export const renderMath = (tex: string, isDisplay: boolean): Node | undefined => {
  if (definition.test(tex)) return undefined;
  try {
    const tree: Tree = temml.__renderToMathMLTree(tex, {
      displayMode: isDisplay,
      annotate: true,
      throwOnError: true,
      trust: false,
      maxSize: largestSize,
      maxExpand: 500,
    });
    return createBuilder()(tree, 0);
  } catch {
    return undefined;
  }
};
