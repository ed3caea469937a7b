import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { OpenApi } from '../openapi/index.ts';
import { type ReferenceOptions, renderReference } from './render-reference.ts';

export interface Reference extends ReferenceOptions {
  path: string;
  api: OpenApi;
}

/** Nothing but our own style sheet and script; the page itself is shown nowhere else. */
const securityHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

const assets = [
  { name: 'reference.css', type: 'text/css; charset=utf-8' },
  { name: 'reference.js', type: 'text/javascript; charset=utf-8' },
];

/** Readable references of our APIs. Rendered once, when first asked for: by then all routes are known. */
export const registerDocs = (server: FastifyInstance, references: Reference[]): void => {
  for (const { path, api, ...options } of references) {
    let page: string | undefined;
    server.get(path, { schema: { hide: true } }, async (_request, reply) => {
      page ??= renderReference(api.document(), options);
      return reply.headers(securityHeaders).type('text/html; charset=utf-8').send(page);
    });
  }
  for (const { name, type } of assets) {
    let content: string | undefined;
    server.get(`/docs/${name}`, { schema: { hide: true } }, async (_request, reply) => {
      content ??= readFileSync(join(import.meta.dirname, name), 'utf8');
      return reply.headers(securityHeaders).type(type).send(content);
    });
  }
};
