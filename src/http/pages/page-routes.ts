import { Type } from 'typebox';
import { AppError } from '../../lib/errors.ts';
import { type Route, route } from '../route.ts';
import type { BuiltPages } from './built-pages.ts';
import { immutable, revalidated, sendBuilt } from './send-built.ts';

/**
 * Only our own scripts, and calls only to our origin. Inline style elements are allowed: the component library
 * writes its variables into one, and a style cannot call anything that this policy forbids.
 */
const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  // The preview of the chat.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built yet</title>
<h1>The pages are not built yet</h1><p>Run <code>npm install</code> with development packages in the service's folder, then reload this page.</p></html>`;

/** The console under /console, and the files of every built page under /{page}/assets. */
export const createPageRoutes = (pages: BuiltPages): Route[] => [
  ...(['console', 'chat', 'search'] as const).map((part) =>
    route({
      method: 'GET',
      url: `/${part}/assets/:name`,
      public: true,
      schema: { hide: true, params: Type.Object({ name: Type.String() }) },
      handler: async (request, reply) => {
        const file = await pages.find(part, request.params.name, 'assets');
        if (!file) throw new AppError('notFound', 'There is no such file');
        return sendBuilt(request, reply, file, immutable);
      },
    }),
  ),
  // Every path below /console is a page of the same application, which reads the path itself.
  ...['/console', '/console/*'].map((url) =>
    route({
      method: 'GET',
      url,
      public: true,
      schema: { hide: true },
      handler: async (request, reply) => {
        if (request.url.startsWith('/console/api/')) return reply.callNotFound();
        const page = await pages.find('console', 'index.html');
        reply.headers({ 'Content-Security-Policy': consolePolicy, 'Referrer-Policy': 'no-referrer' });
        if (!page) return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
        return sendBuilt(request, reply, page, revalidated);
      },
    }),
  ),
];
