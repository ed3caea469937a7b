import type { ComponentChild, ComponentChildren, VNode } from 'preact';
import { renderMarkdown } from './render-markdown.ts';

const options = {
  images: { hosts: [], origin: '' },
  Code: ({ text }: { text: string }) => text,
  Formula: ({ text }: { text: string }) => text,
  Scroll: ({ children }: { children: ComponentChildren }) => children,
  tableLabel: '',
};
const inline = new Set<unknown>(['em', 'strong', 's', 'code', 'a', 'label']);

const wordsIn = (child: ComponentChild): string => {
  if (Array.isArray(child)) return child.map(wordsIn).join('');
  if (typeof child !== 'object' || child === null) return String(child ?? '');
  const { type, props } = child as VNode<{ text?: string; alt?: string; checked?: boolean }>;
  if (type === 'input') return props.checked ? '☑ ' : '☐ ';
  if (type === 'img') return props.alt ?? '';
  const words = props.text ?? wordsIn(props.children as ComponentChild);
  return inline.has(type) ? words : ` ${words} `;
};

/** A reply as a screen reader should read it: the text without Markdown marks. */
export const readOut = (markdown: string): string =>
  wordsIn(renderMarkdown(markdown, options)).replace(/\s+/g, ' ').trim();
