import type { FastifyRequest } from 'fastify';
import { hashBody, type IdempotencyKey } from '../../idempotency/index.ts';
import { AppError } from '../../lib/errors.ts';
import { callerOf } from './authenticate.ts';

const maxCharacters = 255;

/** The Idempotency-Key of a request, if it has one. */
export const readIdempotencyKey = (
  request: FastifyRequest,
  endpoint: string,
  agent = callerOf(request).agent,
): IdempotencyKey | undefined => {
  const header = request.headers['idempotency-key'];
  if (header === undefined || header === '') return undefined;
  if (Array.isArray(header) || header.length > maxCharacters)
    throw new AppError('invalidParameter', `Idempotency-Key must have at most ${maxCharacters} characters`);
  // Spilled files are tokens in the parsed body, so such a body is compared by its bytes.
  const hasFiles = (request.bodyFiles?.size ?? 0) > 0;
  const bodySha256 = hasFiles ? request.bodySha256! : hashBody(request.body);
  return { agentId: agent.id, endpoint, key: header, bodySha256 };
};
