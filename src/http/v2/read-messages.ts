import type { FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import type { IncomingPart, IncomingTurn } from '../../runtime/index.ts';
import { type FileFields, readFileFields } from '../request/incoming-file.ts';
import { splitTurns } from '../request/split-turns.ts';
import type { Message, Part } from './message-schema.ts';

const refuse = (field: string, rule: string): never => {
  throw new AppError('invalidParameter', `${field} ${rule}`);
};

const readPart = (request: FastifyRequest, part: Part, field: string): IncomingPart[] => {
  if (part.type === 'text') {
    if (typeof part.text !== 'string') refuse(`${field}.text`, 'is required');
    return [{ type: 'text', text: part.text! }];
  }
  const { type } = part;
  const media = part[type];
  if (media === undefined || media === null) return refuse(`${field}.${type}`, 'is required');
  const files: FileFields[] = Array.isArray(media) ? media : [media];
  if (files.length === 0) refuse(`${field}.${type}`, 'must not be empty');
  return files.map((file, index) => ({
    type: 'file' as const,
    kind: type,
    ...readFileFields(
      request,
      file,
      Array.isArray(media) ? `${field}.${type}[${index}]` : `${field}.${type}`,
    ),
  }));
};

const readContent = (request: FastifyRequest, content: Message['content'], field: string): IncomingPart[] =>
  typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : content.flatMap((part, index) => readPart(request, part, `${field}[${index}]`));

/** Splits the messages of a call into the developer's earlier turns and the question. */
export const readMessages = (
  request: FastifyRequest,
  messages: readonly Message[],
): { history: IncomingTurn[]; question: IncomingPart[] } => {
  const last = messages.length - 1;
  if (messages[last]!.role !== 'user') refuse('messages', 'must end with the newest message of the user');
  const turns = messages.map(
    (message, index): IncomingTurn => ({
      role: message.role,
      parts: readContent(request, message.content, `messages[${index}].content`),
    }),
  );
  const { history, question } = splitTurns(turns, {
    name: 'messages',
    placeOf: (index) => `messages[${index}].content`,
  });
  return { history, question };
};
