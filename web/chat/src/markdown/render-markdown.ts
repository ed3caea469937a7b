import MarkdownIt, { type Token } from 'markdown-it';
import { type ComponentChild, type ComponentChildren, type ComponentType, h } from 'preact';
import { addMath, type Formula } from '../../../markdown/math-rules.ts';
import { type ImageRule, safeImage, safeLink } from '../../../markdown/safe-address.ts';

/**
 * Renders Markdown as elements, not as HTML text. Each token type listed here maps to the element it may become, and
 * text is inserted as text. Nothing is parsed as HTML, so nothing needs sanitising. A token type that is not
 * listed shows only its text.
 */
export interface MarkdownOptions {
  images: ImageRule;
  /** Renders a code block. */
  Code: ComponentType<{ text: string; language: string }>;
  /** Shows a formula. */
  Formula: ComponentType<{ text: string; formula: Formula }>;
  /** Scrolls wide content. */
  Scroll: ComponentType<{ label: string; children: ComponentChildren }>;
  /** Accessible name of a table. */
  tableLabel: string;
}

/** For the text of the agent and of people. A single line break is kept, as usual in chats. */
const rich = new MarkdownIt({ html: false, linkify: true, breaks: true });
/** For the user's text: shown as written, with clickable URLs. */
const plain = new MarkdownIt('zero', { html: false, linkify: true, breaks: true }).enable([
  'linkify',
  'newline',
]);
for (const parser of [rich, plain]) {
  parser.linkify.set({ fuzzyEmail: false, fuzzyLink: false });
  // By default, some unsafe addresses show as raw Markdown. Here all become links first, and `link` shows their text.
  parser.validateLink = () => true;
}

addMath(rich);

const taskMark = /^\[([ xX])\]\s+/;

/** "- [x] packed": removes the mark from the text and stores it with the item. */
rich.core.ruler.push('tasks', ({ tokens }) => {
  for (const [index, token] of tokens.entries()) {
    const item = tokens[index - 2];
    const [first] = token.children ?? [];
    if (token.type !== 'inline' || item?.type !== 'list_item_open' || first?.type !== 'text') continue;
    const mark = taskMark.exec(first.content);
    if (!mark) continue;
    first.content = first.content.slice(mark[0].length);
    token.meta = { isDone: mark[1] !== ' ' };
    item.meta = { isTask: true };
  }
});

/** In a narrow column such a cell would show one word per line. */
const longCell = 30;

rich.core.ruler.push('cells', ({ tokens }) => {
  for (const [index, token] of tokens.entries())
    if (/^t[hd]_open$/.test(token.type) && tokens[index + 1]!.content.length > longCell)
      token.meta = { isLong: true };
});

/**
 * The page has one heading of the first level, so a text starts at the second and skips none, whatever levels it uses.
 */
rich.core.ruler.push('headings', ({ tokens }) => {
  const above: string[] = [];
  for (const token of tokens)
    if (token.type === 'heading_open') {
      while (above.length > 0 && above.at(-1)! >= token.tag) above.pop();
      above.push(token.tag);
      token.tag = `h${Math.min(6, above.length + 1)}`;
    }
});

const elements = new Set([
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'em',
  'strong',
  's',
  'thead',
  'tbody',
  'tr',
  'hr',
]);

const opensElsewhere = { target: '_blank', rel: 'noopener noreferrer nofollow' };

/** An address that must not be followed shows only the text of its link. A link without text shows its address. */
const link = (href: string, children: ComponentChild[]): ComponentChild => {
  const address = safeLink(href);
  const words = children.length > 0 ? children : [href];
  return address ? h('a', { href: address, ...opensElsewhere }, words) : words;
};

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

const image = (token: Token, rule: ImageRule): ComponentChild => {
  const source = attribute(token, 'src');
  const address = safeImage(source, rule);
  if (!address) return link(source, token.content ? [token.content] : []);
  return h('img', { src: address, alt: token.content, loading: 'lazy', referrerpolicy: 'no-referrer' });
};

const alignment = (token: Token): string | undefined =>
  /^text-align:(left|center|right)$/.exec(attribute(token, 'style'))?.[1];

/** The element of a pair of tokens, around the content between them. */
const wrap = (
  token: Token,
  children: ComponentChild[],
  { Scroll, tableLabel }: MarkdownOptions,
): ComponentChild => {
  const { tag } = token;
  if (token.hidden) return children;
  if (tag === 'a') return link(attribute(token, 'href'), children);
  if (tag === 'li' && token.meta?.isTask) return h('li', { class: 'task' }, children);
  if (tag === 'ol') return h('ol', { start: Number(attribute(token, 'start') || 1) }, children);
  if (tag === 'table') return h(Scroll, { label: tableLabel, children: h('table', {}, children) });
  if (tag === 'th' || tag === 'td') {
    const place = `align-${alignment(token) ?? 'start'}`;
    return h(tag, { class: token.meta?.isLong ? `${place} long` : place }, children);
  }
  return elements.has(tag) ? h(tag as 'p', {}, children) : children;
};

/** A read-only checkbox. */
const task = (isDone: boolean, words: ComponentChild[]): ComponentChild =>
  h('label', {}, h('input', { type: 'checkbox', checked: isDone, disabled: true }), words);

const leaf = (token: Token, options: MarkdownOptions): ComponentChild => {
  switch (token.type) {
    case 'inline': {
      const words = build(token.children ?? [], options);
      const { isDone } = (token.meta ?? {}) as { isDone?: boolean };
      return isDone === undefined ? words : task(isDone, words);
    }
    case 'softbreak':
    case 'hardbreak':
      return h('br', {});
    case 'hr':
      return h('hr', {});
    case 'code_inline':
      return h('code', {}, token.content);
    case 'fence':
    case 'code_block':
      return h(options.Code, { text: token.content, language: token.info.trim().split(/\s/, 1)[0] ?? '' });
    case 'math':
      return h(options.Formula, { text: token.content, formula: token.meta as unknown as Formula });
    case 'image':
      return image(token, options.images);
    default:
      return token.content;
  }
};

const build = (tokens: Token[], options: MarkdownOptions): ComponentChild[] => {
  const open: { token?: Token; children: ComponentChild[] }[] = [{ children: [] }];
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ token, children: [] });
    else if (token.nesting === 0) open.at(-1)!.children.push(leaf(token, options));
    else {
      const { token: opener, children } = open.pop()!;
      open.at(-1)!.children.push(wrap(opener!, children, options));
    }
  }
  return open[0]!.children;
};

export const renderMarkdown = (text: string, options: MarkdownOptions): ComponentChild[] =>
  build(rich.parse(text, {}), options);

export const renderPlain = (text: string, options: MarkdownOptions): ComponentChild[] =>
  build(plain.parse(text, {}), options);
