import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { useEffect, useMemo, useRef } from 'react';
import { addMath, type Formula, readFormula } from '../../../markdown/math-rules.ts';
import { safeLink } from '../../../markdown/safe-address.ts';
import { showMath } from '../../../markdown/show-math.ts';
import { t } from '../messages/translate.ts';
import classes from './markdown.module.css';

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
const { escapeHtml } = markdown.utils;
addMath(markdown);

// By default, some unsafe addresses show as raw Markdown. Here all become links first, then only the safe ones stay.
markdown.validateLink = () => true;
markdown.core.ruler.push('unsafe links', ({ tokens }) => {
  for (const { children } of tokens) {
    let isUnsafe = false;
    for (const token of children ?? []) {
      if (token.type === 'link_open') isUnsafe = !safeLink(String(token.attrGet('href')));
      if (isUnsafe && token.type.startsWith('link_')) Object.assign(token, { type: 'text', content: '' });
    }
  }
});

// The content security policy of the console forbids images of other hosts, so they become links.
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index]!;
  const address = safeLink(String(token.attrGet('src') ?? ''));
  const text = escapeHtml(token.content || t('common.image'));
  return address ? `<a href="${escapeHtml(address)}">${text}</a>` : text;
};

markdown.renderer.rules.math = (tokens, index) => {
  const { source, isDisplay } = tokens[index]!.meta as unknown as Formula;
  const [tag, text] = [isDisplay ? 'div' : 'span', escapeHtml(source)];
  return `<${tag} class="${classes.math}" dir="ltr" data-source="${text}">${text}</${tag}>`;
};

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** Text of an agent. It is not trusted: HTML is disabled and the result is sanitized. */
export const Markdown = ({ text }: { text: string }) => {
  const box = useRef<HTMLDivElement>(null);
  const html = useMemo(() => DOMPurify.sanitize(markdown.render(text)), [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formulas are in the HTML
  useEffect(() => {
    for (const place of box.current!.querySelectorAll<HTMLElement>('[data-source]')) {
      const formula = readFormula(place.dataset.source!, 0);
      if (formula) showMath(place, formula);
    }
  }, [html]);
  return (
    <div
      className={classes.text}
      ref={box}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markup in the text is off, and what comes out is sanitised
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
};
