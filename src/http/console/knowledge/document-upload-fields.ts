import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Cutting, DocumentKind, UploadResult } from '../../../knowledge/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { knowledgeFormats, knowledgeKindOfName, knowledgeLimitMb } from '../../../lib/file-formats/index.ts';
import { oneOf } from '../../schema.ts';
import { operatorOf } from '../access/operator-guard.ts';
import { DocumentKind as Kind } from './document-view.ts';

/** The largest size limit of all formats. The limit of each format is checked when the format is known. */
export const largestFileBytes =
  Math.max(...knowledgeFormats().map((format) => knowledgeLimitMb(format) ?? 0)) * 1024 * 1024;
const defaultChunkTokens = 600;

export const FileName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

const cuttingFields = {
  chunkTokens: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: `Maximum tokens per chunk; default ${defaultChunkTokens}`,
    }),
  ),
  splitter: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'Separator: text at which the document is divided into chunks; has priority over chunkTokens',
    }),
  ),
  headerRows: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 5, description: 'Number of header rows in each sheet; default 1' }),
  ),
};

export const Edits = Type.Optional(
  oneOf(
    ['keep', 'replace'],
    'keep (default): edited chunks stay, with a conflict mark if the new content does not have their original text; replace: edits are discarded',
  ),
);

const contentFields = {
  ...cuttingFields,
  sourceUrl: Type.Optional(
    Type.String({ maxLength: 8192, description: 'Absolute URL that citations link to; empty: none' }),
  ),
};

export const changeFields = { ...contentFields, edits: Edits };

/** Without what concerns the document itself. */
export const previewFields = { ...cuttingFields, kind: Type.Optional(Kind) };

export const newFields = {
  ...contentFields,
  knowledgeBaseId: Type.Optional(Type.String({ description: 'Default: the knowledge base named Default' })),
  kind: Type.Optional(Kind),
};

type CuttingFields = Partial<Static<Type.TObject<typeof cuttingFields>>>;

export const readCutting = (fields: CuttingFields): Cutting => ({
  chunkTokens: fields.chunkTokens ?? defaultChunkTokens,
  splitter: fields.splitter ?? '',
  headerRows: fields.headerRows ?? 1,
});

const absoluteUrl = /^[a-z][a-z0-9+.-]*:\S+$/i;

export const readSourceUrl = (text: string | undefined): string | undefined => {
  if (text && (!absoluteUrl.test(text) || !URL.canParse(text)))
    throw new AppError('invalidParameter', 'sourceUrl must be an absolute URL with a scheme');
  return text;
};

/** The given kind, otherwise the kind by the file name: spreadsheets are divided by rows. */
export const kindOf = (kind: DocumentKind | undefined, name: string): DocumentKind =>
  kind ?? knowledgeKindOfName(name);

export const creatorOf = (request: FastifyRequest): { id: string; email: string } => {
  const operator = operatorOf(request);
  return { id: operator.id, email: operator.kind === 'person' ? operator.email : '' };
};

/** The document of an upload of one file. Throws the reason if it was rejected. */
export const requireTaken = ({ documents, reasons }: UploadResult): string => {
  const [document] = documents;
  if (!document) throw new AppError('invalidParameter', `The file was refused: ${reasons[0] ?? ''}`);
  return document.id;
};
