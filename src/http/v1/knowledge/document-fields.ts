import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { UploadResult as Uploaded, UploadSource } from '../../../knowledge/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { decodeBase64 } from '../../../lib/json-body/index.ts';
import { Maybe, RequiredText } from '../../schema.ts';

const defaultChunkTokens = 600;

export const FileContent = {
  file_url: Maybe(Type.String({ maxLength: 8192, description: 'URL of the document' })),
  file_base64: Maybe(
    Type.String({ description: 'Content of the document, as base64; has priority over `file_url`' }),
  ),
};

export const SourceUrl = Maybe(Type.String({ maxLength: 8192, description: 'An absolute URL' }));

export const ChunkToken = Maybe(
  Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: `Maximum tokens per chunk; default ${defaultChunkTokens}`,
  }),
);

export const HeaderRowNumber = Maybe(
  Type.Integer({ minimum: 1, maximum: 5, description: 'Number of header rows in each sheet; default 1' }),
);

export const NewFile = Type.Object(
  {
    ...FileContent,
    file_name: Maybe(RequiredText({ maxLength: 200 })),
    source_url: SourceUrl,
  },
  { title: 'NewDocumentFile' },
);

export const ChangedFile = Type.Object(
  {
    ...FileContent,
    doc_id: RequiredText({ description: 'The document to update' }),
    source_url: Maybe(
      Type.String({ maxLength: 8192, description: 'Empty: unchanged. The text `NULL`: removed' }),
    ),
  },
  { title: 'ChangedDocumentFile' },
);

const UploadedDocument = Type.Object(
  { doc_id: Type.String(), doc_name: Type.String() },
  { title: 'UploadedDocument' },
);

export const UploadResult = Type.Object(
  {
    doc: Type.Array(UploadedDocument),
    failed: Type.Array(Type.String(), {
      description: 'Names (when added) or IDs (when updated) of the documents that failed',
    }),
  },
  { title: 'UploadResult' },
);

export const presentUpload = ({ documents, failed }: Uploaded): Static<typeof UploadResult> => ({
  doc: documents.map(({ id, name }) => ({ doc_id: id, doc_name: name })),
  failed,
});

const refuse = (field: string, rule: string): never => {
  throw new AppError('invalidParameter', `${field} ${rule}`);
};

interface ContentFields {
  file_url?: string | null;
  file_base64?: string | null;
}

/**
 * Errors of the content itself are in `failed`. Here only its presence is checked. The base64 of an
 * empty file is an empty text: without a URL it is such a file, not a missing field.
 */
export const readSource = (request: FastifyRequest, fields: ContentFields, field: string): UploadSource => {
  const base64 = fields.file_base64 || undefined;
  if (base64 !== undefined) {
    const spilled = request.bodyFiles?.get(base64);
    if (spilled) return spilled.error === undefined ? { path: spilled.path } : { broken: true };
    const bytes = decodeBase64(base64);
    return bytes ? { bytes } : { broken: true };
  }
  if (fields.file_base64 === '' && typeof fields.file_url !== 'string') return { bytes: new Uint8Array() };
  const url = fields.file_url?.trim();
  return url ? { url } : refuse(field, 'must have file_url or file_base64');
};

const absoluteUrl = /^[a-z][a-z0-9+.-]*:\S+$/i;

export const readSourceUrl = (text: string | null | undefined, field: string): string => {
  if (!text) return '';
  if (!absoluteUrl.test(text) || !URL.canParse(text))
    refuse(`${field}.source_url`, 'must be an absolute URL with a scheme');
  return text;
};

interface CuttingFields {
  chunk_token?: number | null;
  splitter?: string | null;
  header_row?: number | null;
}

export const readCutting = (fields: CuttingFields, { oneIsRequired = false } = {}) => {
  const splitter = fields.splitter || '';
  if (oneIsRequired && splitter === '' && typeof fields.chunk_token !== 'number')
    refuse('chunk_token', 'or splitter is required: both are missing');
  return {
    chunkTokens: fields.chunk_token ?? defaultChunkTokens,
    splitter,
    headerRows: fields.header_row ?? 1,
  };
};
