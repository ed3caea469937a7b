import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import { guides } from '../../src/http/docs/guides.ts';

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

/** Links between guides lead to their pages. Other documents are only in the repository, so a link to them is plain text. */
const resolveLink = (href: string, file: string): string | undefined => {
  if (/^(https?:|#|\/docs)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.normalize(posix.join(posix.dirname(file), path));
  const guide = guides.find((one) => one.file === target);
  return guide && `/docs/guides/${guide.name}${anchor ? `#${anchor}` : ''}`;
};

/** The HTML of a guide: headings with anchors, no HTML of the source, code blocks that can be focused to scroll them. */
export const renderGuide = (markdown: string, file: string): string => {
  const renderer = new MarkdownIt({ html: false });
  const tokens = renderer.parse(markdown, {});
  const openLinks: boolean[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', slug(tokens[index + 1]?.content ?? ''));
    if (token.type === 'fence') token.attrSet('tabindex', '0');
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') {
        const href = resolveLink(String(child.attrGet('href') ?? ''), file);
        openLinks.push(href !== undefined);
        if (href === undefined) child.tag = 'span';
        else child.attrSet('href', href);
        if (href === undefined) child.attrs = null;
      } else if (child.type === 'link_close' && openLinks.pop() === false) child.tag = 'span';
    }
  }
  renderer.renderer.rules.fence = (all, index) =>
    `<pre tabindex="0"><code>${renderer.utils.escapeHtml(all[index]!.content)}</code></pre>\n`;
  return renderer.renderer.render(tokens, renderer.options, {});
};
