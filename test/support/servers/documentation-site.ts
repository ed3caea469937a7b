import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';
import { htmlPage } from './web-site.ts';

const folder = join(dirname(fileURLToPath(import.meta.resolve('fastify'))), 'docs');

const markdown = new MarkdownIt({ html: true });

export interface DocumentationPage {
  path: string;
  /** Markdown as its authors wrote it. */
  source: string;
  html: string;
}

/** Documentation sites link pages without the ending of their files. */
const withoutEnding = (html: string): string => html.replaceAll(/(href="[^"#]*?)\.md(?=["#])/g, '$1');

const toPage = (file: string): DocumentationPage => {
  const source = readFileSync(join(folder, file), 'utf8');
  const path = posix.join('/docs', file.replace(/\.md$/, ''));
  const title = `Fastify, ${file.replace(/\.md$/, '').replaceAll('/', ', ')}`;
  return { path, source, html: htmlPage(title, withoutEnding(markdown.render(source))) };
};

/** A real documentation: the one of the installed package fastify, rendered to pages with a menu and a footer. */
export const documentationPages = (): DocumentationPage[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map(toPage);
