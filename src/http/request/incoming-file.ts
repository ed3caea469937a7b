import type { FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import { decodeBase64 } from '../../lib/json-body/index.ts';
import type { IncomingFile } from '../../runtime/index.ts';

/** A file of the messages endpoints: by URL or by base64 content. */
export interface FileFields {
  url?: string | null;
  base64_content?: string | null;
  name?: string | null;
  format?: string | null;
}

const refuse = (field: string, rule: string): never => {
  throw new AppError('invalidParameter', `${field} ${rule}`);
};

const fromBase64 = (request: FastifyRequest, text: string, field: string): IncomingFile['source'] => {
  const spilled = request.bodyFiles?.get(text);
  if (spilled) return spilled.error === undefined ? { path: spilled.path } : refuse(field, 'must be base64');
  const bytes = decodeBase64(text);
  return bytes ? { bytes } : refuse(field, 'must be base64');
};

const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

export const readFileFields = (
  request: FastifyRequest,
  fields: FileFields,
  field: string,
  base64Field = `${field}.base64_content`,
): Pick<IncomingFile, 'source' | 'name' | 'format' | 'field'> => {
  const url = fields.url || undefined;
  const base64 = fields.base64_content || undefined;
  if (url !== undefined && base64 !== undefined) refuse(field, 'must have url or base64_content, not both');
  if (url !== undefined && !isWebAddress(url)) refuse(`${field}.url`, 'must be an http or https URL');
  const source =
    url !== undefined
      ? { url }
      : base64 !== undefined
        ? fromBase64(request, base64, base64Field)
        : refuse(field, 'must have url or base64_content');
  return { source, name: fields.name || undefined, format: fields.format || undefined, field };
};
