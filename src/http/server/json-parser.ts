import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import type { FreeDisk } from '../../lib/free-disk.ts';
import { type BodyFiles, JsonBodyError, readJsonBody } from '../../lib/json-body/index.ts';
import { conversationIn, conversationKeys } from '../request/arrival.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum size of a body of this route. Default: 1 MiB. */
    maxBodyBytes?: number;
    /** Keys whose long values are files, besides those of the API's own messages. */
    fileKeys?: readonly string[];
    /** The body contains records of a table: values by field name, with text up to the size of the body. */
    holdsRecords?: boolean;
  }
  interface FastifyRequest {
    /** Files that were too large for the parsed body. */
    bodyFiles: BodyFiles | null;
    /** A lower limit that depends on the agent. */
    maxBodyBytes: number | undefined;
    /** Digest of the body's bytes, only for requests that may be repeated. */
    bodySha256: string | undefined;
  }
}

const ordinaryBodyBytes = 1024 * 1024;
const spillAboveBytes = 64 * 1024;
const spillKeys = ['base64_content', 'file_base64', 'base64Content'];

const explain = (error: JsonBodyError): AppError => {
  switch (error.reason) {
    case 'too-large':
      return new AppError('bodyTooLarge', error.message);
    default:
      return new AppError('invalidParameter', error.message);
  }
};

export interface SpillPlace {
  spillFolder: string;
  freeDisk?: FreeDisk | undefined;
}

export const addJsonParser = (server: FastifyInstance, { spillFolder, freeDisk }: SpillPlace): void => {
  server.decorateRequest('bodyFiles', null);
  server.decorateRequest('maxBodyBytes', undefined);
  server.decorateRequest('arrival', null);
  server.decorateRequest('bodySha256', undefined);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const {
        maxBodyBytes: ofRoute = ordinaryBodyBytes,
        holdsRecords = false,
        fileKeys = [],
      } = request.routeOptions.config;
      const maxBytes = Math.min(ofRoute, request.maxBodyBytes ?? ofRoute);
      const declaredBytes = Number(request.headers['content-length'] ?? 0);
      if (declaredBytes > maxBytes)
        throw new AppError('bodyTooLarge', `The request body must have at most ${maxBytes} bytes`);
      try {
        const digest = request.headers['idempotency-key'] !== undefined;
        const { arrival } = request;
        arrival?.startBody();
        const body = await readJsonBody(payload, {
          maxBytes,
          spillKeys: fileKeys.length === 0 ? spillKeys : [...spillKeys, ...fileKeys],
          spillFolder,
          spillAboveBytes,
          digest,
          ...(holdsRecords ? { anyKey: true, maxTextBytes: maxBytes } : {}),
          ...(freeDisk ? { requireRoom: freeDisk.requireRoom } : {}),
          ...(arrival ? { early: { keys: conversationKeys, declaredBytes, onValue: arrival.name } } : {}),
        });
        arrival?.endBody(conversationIn(body.value));
        request.bodyFiles = body.files;
        request.bodySha256 = body.sha256;
        return body.value;
      } catch (error) {
        throw error instanceof JsonBodyError ? explain(error) : error;
      }
    },
  );
  server.addHook('onResponse', async (request) => {
    await request.bodyFiles?.dispose();
  });
};
