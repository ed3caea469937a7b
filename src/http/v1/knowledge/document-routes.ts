import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { DocumentKind, Documents } from '../../../knowledge/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { type Route, route } from '../../route.ts';
import { idempotencyHeader, Maybe } from '../../schema.ts';
import {
  ChangedFile,
  ChunkToken,
  HeaderRowNumber,
  NewFile,
  presentUpload,
  readCutting,
  readSource,
  readSourceUrl,
  UploadResult,
} from './document-fields.ts';

interface DocumentRouteDependencies {
  documents: Documents;
  maxBodyBytes: number;
}

const KnowledgeBaseId = Maybe(
  Type.String({ description: 'Default: the knowledge base named Default', maxLength: 200 }),
);
const Splitter = Maybe(
  Type.String({
    description:
      'Separator: text at which the document is divided into chunks; has priority over `chunk_token`',
  }),
);
const newFiles = Type.Array(NewFile, { minItems: 1, maxItems: 20 });
const changedFiles = Type.Array(ChangedFile, { minItems: 1, maxItems: 200 });

const AddText = Type.Object(
  { knowledge_base_id: KnowledgeBaseId, files: newFiles, chunk_token: ChunkToken, splitter: Splitter },
  { title: 'AddTextDocumentsRequest' },
);
const AddSpreadsheets = Type.Object(
  {
    knowledge_base_id: KnowledgeBaseId,
    files: newFiles,
    chunk_token: ChunkToken,
    header_row: HeaderRowNumber,
  },
  { title: 'AddSpreadsheetDocumentsRequest' },
);
const UpdateText = Type.Object(
  { files: changedFiles, chunk_token: ChunkToken, splitter: Splitter },
  { title: 'UpdateTextDocumentsRequest' },
);
const UpdateSpreadsheets = Type.Object(
  { files: changedFiles, chunk_token: ChunkToken, header_row: HeaderRowNumber },
  { title: 'UpdateSpreadsheetDocumentsRequest' },
);

const readNewFiles = (request: FastifyRequest, files: Static<typeof newFiles>) =>
  files.map((file, index) => ({
    name: file.file_name ?? undefined,
    sourceUrl: readSourceUrl(file.source_url, `files[${index}]`),
    source: readSource(request, file, `files[${index}]`),
  }));

const readChangedFiles = (request: FastifyRequest, files: Static<typeof changedFiles>) =>
  files.map((file, index) => ({
    documentId: file.doc_id,
    // An empty value changes nothing. The text NULL removes it.
    sourceUrl: !file.source_url
      ? undefined
      : file.source_url === 'NULL'
        ? ''
        : readSourceUrl(file.source_url, `files[${index}]`),
    source: readSource(request, file, `files[${index}]`),
  }));

export const createDocumentRoutes = ({ documents, maxBodyBytes }: DocumentRouteDependencies): Route[] => {
  const add = (
    request: FastifyRequest,
    kind: DocumentKind,
    body: { knowledge_base_id?: string | null; files: Static<typeof newFiles> },
    cutting: ReturnType<typeof readCutting>,
  ) => {
    const { agent, keyId } = callerOf(request);
    return documents
      .add({
        agent,
        creator: { id: keyId, email: '' },
        knowledgeBaseId: body.knowledge_base_id?.trim() || undefined,
        kind,
        files: readNewFiles(request, body.files),
        cutting,
        idempotencyKey: readIdempotencyKey(request, `v1/bot/doc/${kind}/add`),
      })
      .then(presentUpload);
  };

  const update = (
    request: FastifyRequest,
    kind: DocumentKind,
    files: Static<typeof changedFiles>,
    cutting: ReturnType<typeof readCutting>,
  ) =>
    documents
      .update({
        agent: callerOf(request).agent,
        kind,
        files: readChangedFiles(request, files),
        cutting,
      })
      .then(presentUpload);

  const describe = (operationId: string, summary: string) => ({
    operationId,
    tags: ['Knowledge'],
    summary,
    description:
      'Responds when the files are uploaded; chunking and embedding follow. Read the result with `GET /v1/bot/data/detail/list`.',
    response: { 200: UploadResult },
  });

  return [
    route({
      method: 'POST',
      url: '/v1/bot/doc/text/add',
      key: 'agent',
      maxBodyBytes,
      schema: {
        ...describe('addTextDocuments', 'Add text documents'),
        headerParameters: idempotencyHeader,
        body: AddText,
      },
      handler: (request) =>
        add(request, 'text', request.body, readCutting(request.body, { oneIsRequired: true })),
    }),

    route({
      method: 'POST',
      url: '/v1/bot/doc/spreadsheet/add',
      key: 'agent',
      maxBodyBytes,
      schema: {
        ...describe('addSpreadsheetDocuments', 'Add spreadsheets'),
        headerParameters: idempotencyHeader,
        body: AddSpreadsheets,
      },
      handler: (request) => add(request, 'spreadsheet', request.body, readCutting(request.body)),
    }),

    route({
      method: 'PUT',
      url: '/v1/bot/doc/text/update',
      key: 'agent',
      maxBodyBytes,
      schema: {
        ...describe('updateTextDocuments', 'Update text documents'),
        body: UpdateText,
      },
      handler: (request) => update(request, 'text', request.body.files, readCutting(request.body)),
    }),

    route({
      method: 'PUT',
      url: '/v1/bot/doc/spreadsheet/update',
      key: 'agent',
      maxBodyBytes,
      schema: {
        ...describe('updateSpreadsheetDocuments', 'Update spreadsheets'),
        body: UpdateSpreadsheets,
      },
      handler: (request) => update(request, 'spreadsheet', request.body.files, readCutting(request.body)),
    }),
  ];
};
