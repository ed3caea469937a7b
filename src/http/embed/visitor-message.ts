import { stat } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { Agent } from '../../agents/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { IncomingPart } from '../../runtime/index.ts';
import type { OutgoingMessage } from './page-schemas.ts';
import { visitorCallOf } from './visitor-call.ts';

const mb = 1024 * 1024;
/** The text of a message with the names of its files. */
const textBytes = mb;

/** Checked before the body is read: base64 is a third larger than the files. */
export const limitVisitorBody = async (request: FastifyRequest): Promise<void> => {
  const { messageMb } = visitorCallOf(request).agent.settings.channels;
  request.maxBodyBytes = Math.ceil((messageMb * mb * 4) / 3) + textBytes;
};

/** The question of a message that replaces another. Empty: the same question again. */
export const readReplacement = ({ text, files }: OutgoingMessage): IncomingPart[] => {
  if ((files ?? []).length > 0)
    throw new AppError(
      'invalidParameter',
      'files: cannot be sent with replaces; the files of the message are kept',
    );
  return typeof text === 'string' && text.trim() !== '' ? [{ type: 'text', text }] : [];
};

const bytesOf = async (part: IncomingPart): Promise<number> => {
  if (part.type !== 'file' || 'url' in part.source) return 0;
  return 'bytes' in part.source ? part.source.bytes.length : (await stat(part.source.path)).size;
};

/** Limits of one message of a visitor. */
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
