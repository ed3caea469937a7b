import type { FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import type { IncomingPart } from '../../runtime/index.ts';
import { type FileFields, readFileFields } from './incoming-file.ts';

interface Question<File> {
  text?: string | null;
  files?: readonly File[] | null;
}

/** A text, files or both. The content decides the type of a file. `hasSize` adds an image's size, if requested. */
export const readQuestion = <File extends FileFields>(
  request: FastifyRequest,
  { text, files }: Question<File>,
  hasSize?: (file: File) => boolean,
): IncomingPart[] => {
  const hasText = typeof text === 'string' && text.trim() !== '';
  if (!hasText && (files ?? []).length === 0)
    throw new AppError('invalidParameter', 'text or files is required: both are missing or empty');
  return [
    ...(hasText ? [{ type: 'text' as const, text }] : []),
    ...(files ?? []).map((file, index) => ({
      type: 'file' as const,
      ...readFileFields(request, file, `files[${index}]`),
      ...(hasSize ? { hasSize: hasSize(file) } : {}),
    })),
  ];
};
