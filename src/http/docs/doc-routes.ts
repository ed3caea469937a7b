import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApi } from '../openapi/index.ts';
import { type Route, route } from '../route.ts';
import { postmanCollection } from './postman-collection.ts';
import { type ReferenceOptions, renderReference } from './render-reference.ts';

export interface Reference extends ReferenceOptions {
  path: string;
  api: OpenApi;
}

/** Only our own style sheet and script, and requests to our own API. The page cannot be framed. */
export const securityHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

const assets = [
  { name: 'reference.css', type: 'text/css; charset=utf-8' },
  { name: 'reference.js', type: 'text/javascript; charset=utf-8' },
];

const pageRoute = ({ path, api, ...options }: Reference): Route => {
  let page: string | undefined;
  return route({
    method: 'GET',
    url: path,
    public: true,
    schema: { hide: true },
    handler: async (_request, reply) => {
      page ??= renderReference(api.document(), options);
      return reply.headers(securityHeaders).type('text/html; charset=utf-8').send(page);
    },
  });
};

const assetRoute = ({ name, type }: (typeof assets)[number]): Route => {
  let content: string | undefined;
  return route({
    method: 'GET',
    url: `/docs/${name}`,
    public: true,
    schema: { hide: true },
    handler: async (_request, reply) => {
      content ??= readFileSync(join(import.meta.dirname, name), 'utf8');
      return reply.headers(securityHeaders).type(type).send(content);
    },
  });
};

/** A download for API clients such as Postman and Bruno, with variables for the base URL and the key. */
const collectionRoute = ({ api, examples = {}, baseUrl }: Reference): Route => {
  let collection: string | undefined;
  return route({
    method: 'GET',
    url: '/docs/collection.json',
    public: true,
    schema: { hide: true },
    handler: async (_request, reply) => {
      collection ??= JSON.stringify(postmanCollection(api.document(), examples, baseUrl), null, 2);
      return reply.headers(securityHeaders).type('application/json; charset=utf-8').send(collection);
    },
  });
};

/** Readable references of our APIs. Rendered at the first request, when all routes are known. */
export const createDocRoutes = (references: Reference[]): Route[] => [
  ...references.map(pageRoute),
  ...references.filter(({ isForDevelopers }) => isForDevelopers).map(collectionRoute),
  ...assets.map(assetRoute),
];
