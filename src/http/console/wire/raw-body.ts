import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../lib/errors.ts';
import type { FreeDisk } from '../../../lib/free-disk.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, read by the handler. */
    takesFile?: boolean;
  }
}

/** The body of such a route in the OpenAPI document. */
export const fileBody = { 'application/octet-stream': { type: 'string', format: 'binary' } };

/** Gives routes with `takesFile` their body as a stream. */
export const acceptFileBodies = (scope: FastifyInstance): void => {
  scope.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (request.routeOptions.config.takesFile) done(null, payload);
    else done(new AppError('unsupportedMediaType'), undefined);
  });
};

const tooLarge = (maxBytes: number): AppError =>
  new AppError('bodyTooLarge', `The file must have at most ${Math.floor(maxBytes / 2 ** 20)} MB`);

const atMost = (maxBytes: number, freeDisk: FreeDisk): Transform => {
  let seen = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length;
      if (seen > maxBytes) return done(tooLarge(maxBytes));
      freeDisk.requireRoom(piece.length).then(() => done(null, piece), done);
    },
  });
};

/** Keeps the body in a file during `work`: it is never completely in memory. */
export const withFileBody = async <Result>(
  request: FastifyRequest,
  { folder, maxBytes, freeDisk }: { folder: string; maxBytes: number; freeDisk: FreeDisk },
  work: (source: { path: string }) => Promise<Result>,
): Promise<Result> => {
  const body = request.body as IncomingMessage | undefined;
  if (body === undefined || body === null || typeof body.pipe !== 'function')
    throw new AppError('unsupportedMediaType', 'Send the file itself as application/octet-stream');
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Named like spilled bodies, so that the same cleanup removes the files of a killed process.
  const path = join(folder, `${randomBytes(16).toString('hex')}.spill`);
  try {
    await pipeline(body, atMost(maxBytes, freeDisk), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    return await work({ path });
  } finally {
    await rm(path, { force: true });
  }
};
