import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BuiltFile } from './built-pages.ts';

/** Names of assets contain a hash of their content, so they never change. Other files are revalidated each time. */
export const immutable = 'public, max-age=31536000, immutable';
export const revalidated = 'no-cache';
/** Scripts on other sites are a few KB and load everything newer, so browsers check for a new version from time to time. */
export const scriptCaching = 'public, max-age=300';

/** In the smallest encoding that the browser accepts. */
export const sendBuilt = (
  request: FastifyRequest,
  reply: FastifyReply,
  { content, type, encodings }: BuiltFile,
  cacheControl: string,
) => {
  reply.headers({
    'Content-Type': type,
    'Cache-Control': cacheControl,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  });
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (encodings.br && /\bbr\b/.test(accepted))
    return reply.header('Content-Encoding', 'br').send(encodings.br);
  if (encodings.gzip && /\bgzip\b/.test(accepted))
    return reply.header('Content-Encoding', 'gzip').send(encodings.gzip);
  return reply.send(content);
};
