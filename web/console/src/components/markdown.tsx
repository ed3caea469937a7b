import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { useMemo } from 'react';
import { t } from '../messages/translate.ts';
import classes from './markdown.module.css';

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });

// Pictures would be asked of other hosts, which the console's policy forbids: they are shown as links.
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index]!;
  const address = markdown.utils.escapeHtml(String(token.attrGet('src') ?? ''));
  return `<a href="${address}">${markdown.utils.escapeHtml(token.content || t('common.image'))}</a>`;
};

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** What an agent wrote. It is never trusted: no markup of its own, and cleaned once more. */
export const Markdown = ({ text }: { text: string }) => {
  const html = useMemo(() => DOMPurify.sanitize(markdown.render(text)), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markup in the text is off, and what comes out is sanitised
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />;
};
