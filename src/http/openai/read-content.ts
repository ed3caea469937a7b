import type { FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import type { MediaKind } from '../../models/index.ts';
import type { IncomingPart } from '../../runtime/index.ts';
import { readFileFields } from '../request/incoming-file.ts';
import type { Content, ContentPart } from './content-schema.ts';

export const refuse = (field: string, rule: string): never => {
  throw new AppError('invalidParameter', `${field} ${rule}`);
};

const isDataUrl = (text: string): boolean => /^data:/i.test(text);

/** The subtype of a data URL's media type, as a hint for content that can be recognised only by its name. */
const formatOf = (dataUrl: string): string | undefined =>
  /^data:[\w.+-]+\/([\w.+-]{1,32})[;,]/i.exec(dataUrl.slice(0, 200))?.[1];

interface GivenFile {
  /** A data URL, base64, an address, or the token of a file that was read as a stream. */
  value: string | null | undefined;
  kind?: MediaKind;
  name?: string | null | undefined;
  format?: string | null | undefined;
  /** Base64 without `data:` is accepted. Otherwise the value is an address. */
  isBase64?: boolean;
}

const readFile = (
  request: FastifyRequest,
  { value, kind, name, format, isBase64 = false }: GivenFile,
  field: string,
): IncomingPart[] => {
  if (typeof value !== 'string' || value === '') return refuse(field, 'is required');
  const isInline = isBase64 || isDataUrl(value) || request.bodyFiles?.get(value) !== undefined;
  const fields = isInline
    ? { base64_content: value, name, format: format ?? formatOf(value) }
    : { url: value, name, format };
  if (!isInline && value.length > 8192)
    refuse(field, 'must be a data URL, or a URL of at most 8192 characters');
  const file = readFileFields(request, fields, field, field);
  return [{ type: 'file', ...(kind ? { kind } : {}), ...file }];
};

const imageOf = ({ image_url: image }: ContentPart): string | null | undefined =>
  typeof image === 'object' && image !== null ? image.url : image;

const readPart = (request: FastifyRequest, part: ContentPart, field: string): IncomingPart[] => {
  const { input_audio: audio, file_url: address } = part;
  switch (part.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      if (typeof part.text !== 'string') return refuse(`${field}.text`, 'is required');
      return [{ type: 'text', text: part.text }];
    case 'refusal':
      return [{ type: 'text', text: part.refusal ?? '' }];
    case 'image_url':
    case 'input_image':
      return readFile(request, { value: imageOf(part), kind: 'image' }, `${field}.image_url`);
    case 'input_audio': {
      const { data, format } = audio ?? {};
      return readFile(
        request,
        { value: data, kind: 'audio', format, isBase64: true },
        `${field}.input_audio.data`,
      );
    }
    case 'file':
    case 'input_file': {
      const { file_data: data, filename } = part.file ?? part;
      if (data)
        return readFile(request, { value: data, name: filename, isBase64: true }, `${field}.file_data`);
      if (address) return readFile(request, { value: address, name: filename }, `${field}.file_url`);
      return refuse(field, 'must have file_data or file_url: files are not stored under an ID of their own');
    }
    default:
      return refuse(
        `${field}.type`,
        'must be text, image_url, input_audio or file, or in responses input_text, output_text, input_image or input_file',
      );
  }
};

/** The parts of a message of the user. */
export const readContent = (
  request: FastifyRequest,
  content: Content | null | undefined,
  field: string,
): IncomingPart[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return (content ?? []).flatMap((part, index) => readPart(request, part, `${field}[${index}]`));
};

/** The text of a message that can have no files: of the system, the assistant or a tool. */
export const readText = (
  request: FastifyRequest,
  content: Content | null | undefined,
  field: string,
): string =>
  readContent(request, content, field)
    .map((part) => (part.type === 'text' ? part.text : refuse(field, 'must contain only text')))
    .join('\n');
