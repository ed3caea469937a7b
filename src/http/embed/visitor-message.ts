import { stat } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { Agent } from '../../agents/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { IncomingPart } from '../../runtime/index.ts';
import { visitorCallOf } from './visitor-call.ts';

const mb = 1024 * 1024;
/** The words of a message, and names of its files. */
const textBytes = mb;

/** Before the body is read: base64 takes a third more than the files themselves. */
export const limitVisitorBody = async (request: FastifyRequest): Promise<void> => {
  const { messageMb } = visitorCallOf(request).agent.settings.channels;
  request.maxBodyBytes = Math.ceil((messageMb * mb * 4) / 3) + textBytes;
};

const bytesOf = async (part: IncomingPart): Promise<number> => {
  if (part.type !== 'file' || 'url' in part.source) return 0;
  return 'bytes' in part.source ? part.source.bytes.length : (await stat(part.source.path)).size;
};

/** What one message of a visitor may bring along. */
export const checkVisitorFiles = async (
  { settings: { channels } }: Agent,
  parts: readonly IncomingPart[],
): Promise<void> => {
  const { filesPerMessage, messageMb } = channels;
  const count = parts.filter(({ type }) => type === 'file').length;
  if (count > filesPerMessage)
    throw new AppError(
      'invalidParameter',
      filesPerMessage === 0
        ? 'files: this chat does not accept files'
        : `files: at most ${filesPerMessage} in a message`,
    );
  let total = 0;
  for (const part of parts) total += await bytesOf(part);
  if (total > messageMb * mb)
    throw new AppError('bodyTooLarge', `files: at most ${messageMb} MB in a message, all files together`);
};
