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
  const pages = new Map<string, { body: string; policy: string | undefined }>();
  const server = createServer((request, response) => {
    const { body, policy } = pages.get(request.url ?? '') ?? {};
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      ...(policy !== undefined && { 'content-security-policy': policy }),
    });
    response.end(page(body ?? 'Nothing here'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  return {
    origin,
    /** The address of a page with this body, and this content security policy. */
    put: (path: string, body: string, policy?: string): string => {
      pages.set(path, { body, policy });
      return origin + path;
    },
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export type Site = Awaited<ReturnType<typeof startSite>>;
