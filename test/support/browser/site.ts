import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"></head>
<body>${body}</body></html>`;

/**
 * A developer's website. Opened as `localhost` it has another origin, and is another site, than the service on
 * 127.0.0.1.
 */
export const startSite = async () => {
  const bodies = new Map<string, string>();
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page(body ?? 'Nothing here'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  return {
    origin,
    /** The address of a page with this body. */
    put: (path: string, body: string): string => {
      bodies.set(path, body);
      return origin + path;
    },
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export type Site = Awaited<ReturnType<typeof startSite>>;
