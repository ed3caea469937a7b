import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A page: HTML, or a function that answers itself. */
export type SitePage = string | Answer;

/** A page with navigation, as sites have it. */
export const htmlPage = (title: string, body: string, links: readonly string[] = []): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><nav><a href="/">Home</a>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join(' ')}</nav><main><h1>${title}</h1>${body}</main><footer>Imprint of the site</footer></body></html>`;

const sendHtml = (request: IncomingMessage, response: ServerResponse, html: string): void => {
  const etag = `"${createHash('sha1').update(html).digest('hex')}"`;
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag }).end(html);
};

/** A web server on the loopback address whose pages can be changed while it runs. Paths include the query. */
export const startWebSite = async (pages: Record<string, SitePage> = {}) => {
  const site = new Map(Object.entries(pages));
  const requests: string[] = [];
  /** Answers paths that are not listed. */
  let fallback: Answer | undefined;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const page = site.get(path) ?? fallback;
    if (page === undefined) response.writeHead(404).end('not here');
    else if (typeof page === 'string') sendHtml(request, response, page);
    else page(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    pages: site,
    requests,
    answerOthers: (answer: Answer): void => {
      fallback = answer;
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

export type WebSite = Awaited<ReturnType<typeof startWebSite>>;
