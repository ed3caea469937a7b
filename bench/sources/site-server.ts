import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPassages } from '../ingestion/passages.ts';

/**
 * A documentation site with BENCH_PAGES pages: each has a menu, an article of 600 words with a table and code, and
 * a footer. It answers 304 to a matching `If-None-Match`, like the common web servers.
 */
const count = Number(process.env.BENCH_PAGES);
const passage = createPassages();
const passagesPerPage = 3;

const menu = Array.from(
  { length: 40 },
  (_, number) => `<li><a href="/docs/${number}">Page ${number}</a></li>`,
);

const articleOf = (number: number): string => {
  const sections = Array.from({ length: passagesPerPage }, (_, part) => {
    const [, text = ''] = passage(number * passagesPerPage + part).split('\n\n');
    return `<h2>Section ${part}</h2><p>${text}</p>`;
  });
  return `<h1>Page ${number}</h1>${sections.join('')}
<table><tr><th>Option</th><th>Default</th></tr><tr><td>timeout</td><td>${number}</td></tr></table>
<pre><code>start({ port: ${number} });</code></pre>`;
};

const pages = Array.from(
  { length: count },
  (
    _,
    number,
  ) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${number}</title></head>
<body><nav><ul>${menu.join('')}</ul></nav><main><article>${articleOf(number)}</article></main>
<footer><a href="/docs/${(number + 1) % count}">Next</a> Copyright</footer></body></html>`,
);

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (path === '/sitemap.xml') {
    const urls = pages.map((_, number) => `<url><loc>${address()}/docs/${number}</loc></url>`);
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`);
    return;
  }
  const number = Number(/^\/docs\/(\d+)$/.exec(path)?.[1]);
  const page = pages[number];
  if (page === undefined) {
    response.writeHead(404).end();
    return;
  }
  const etag = `"${number}"`;
  if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag }).end(page);
});
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
server.listen(0, '127.0.0.1', () => process.send?.({ address: address() }));
process.on('message', () => process.exit());
