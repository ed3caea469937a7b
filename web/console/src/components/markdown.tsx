import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { useMemo } from 'react';
import { t } from '../messages/translate.ts';
import classes from './markdown.module.css';

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });

// The content security policy of the console forbids images of other hosts, so they become links.
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

/** Text of an agent. It is not trusted: HTML is disabled and the result is sanitized. */
export const Markdown = ({ text }: { text: string }) => {
  const html = useMemo(() => DOMPurify.sanitize(markdown.render(text)), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markup in the text is off, and what comes out is sanitised
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />;
};
