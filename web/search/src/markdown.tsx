import type { ComponentChildren } from 'preact';
import { splitAtMarks } from '../../markdown/citation-marks.ts';
import { safeLink } from '../../markdown/safe-address.ts';

/**
 * The Markdown of answers as elements, never as HTML: paragraphs, headings, lists, code, emphasis and links. The parser of the
 * chat would be larger than the whole search page. Anything else is shown as text.
 */

interface Block {
  /** Number of its first line. */
  place: number;
  kind: 'text' | 'heading' | 'bullets' | 'numbers' | 'code';
  lines: string[];
}

const bullet = /^\s*[-*+]\s+/;
const number = /^\s*\d{1,9}[.)]\s+/;
const heading = /^#{1,6}\s+/;
const fence = /^\s*(?:```|~~~)/;

const kindOf = (line: string): Block['kind'] => {
  if (heading.test(line)) return 'heading';
  if (bullet.test(line)) return 'bullets';
  return number.test(line) ? 'numbers' : 'text';
};

export const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = [];
  let isCode = false;
  let isNew = true;
  for (const [place, line] of text.split('\n').entries()) {
    if (fence.test(line)) {
      isCode = !isCode;
      if (isCode) blocks.push({ place, kind: 'code', lines: [] });
      isNew = true;
    } else if (isCode) blocks.at(-1)!.lines.push(line);
    else if (line.trim() === '') isNew = true;
    else {
      const kind = kindOf(line);
      const last = blocks.at(-1);
      // A list continues after an empty line.
      if (last && kind === last.kind && kind !== 'heading' && (!isNew || kind !== 'text'))
        last.lines.push(line);
      else blocks.push({ place, kind, lines: [line] });
      isNew = false;
    }
  }
  return blocks;
};

/** Code, bold, emphasis and links. Each alternative takes linear time. */
const inlineParts =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|__([^_\n]+)__|\*([^*\s][^*\n]*)\*|\[([^[\]\n]+)\]\(([^()\s]+)\)/g;

const withMarks = (text: string): ComponentChildren[] =>
  splitAtMarks(text).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity besides their place
    typeof part === 'number' ? <sup key={index} class="mark">{`[${part}]`}</sup> : part,
  );

const inline = (text: string): ComponentChildren[] => {
  const children: ComponentChildren[] = [];
  let at = 0;
  for (const match of text.matchAll(inlineParts)) {
    const [whole, code, bold, alsoBold, emphasis, label, address] = match;
    children.push(...withMarks(text.slice(at, match.index)));
    at = match.index + whole.length;
    const href = address === undefined ? undefined : safeLink(address);
    if (code !== undefined) children.push(<code>{code}</code>);
    else if (bold ?? alsoBold) children.push(<strong>{withMarks((bold ?? alsoBold)!)}</strong>);
    else if (emphasis) children.push(<em>{withMarks(emphasis)}</em>);
    else if (href)
      children.push(
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {withMarks(label!)}
        </a>,
      );
    else children.push(...withMarks(label!));
  }
  children.push(...withMarks(text.slice(at)));
  return children;
};

const items = (lines: readonly string[], sign: RegExp) =>
  lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever appended
    <li key={index}>{inline(line.replace(sign, ''))}</li>
  ));

const BlockView = ({ kind, lines }: Block) => {
  switch (kind) {
    case 'code':
      return (
        <pre>
          <code>{lines.join('\n')}</code>
        </pre>
      );
    case 'bullets':
      return <ul>{items(lines, bullet)}</ul>;
    case 'numbers':
      return <ol start={Number.parseInt(lines[0]!, 10) || 1}>{items(lines, number)}</ol>;
    case 'heading':
      return (
        <p>
          <strong>{inline(lines[0]!.replace(heading, ''))}</strong>
        </p>
      );
    default:
      return <p>{inline(lines.join('\n'))}</p>;
  }
};

export const Markdown = ({ text }: { text: string }) => (
  <div class="words" dir="auto">
    {blocksOf(text).map((block) => (
      <BlockView key={block.place} {...block} />
    ))}
  </div>
);
