import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Agent } from '../../../agents/index.ts';
import type { AuditAction } from '../../../audit/index.ts';
import type { Knowledge, UploadSource } from '../../../knowledge/index.ts';
import { knowledgeFormats } from '../../../lib/file-formats/index.ts';
import type { FreeDisk } from '../../../lib/free-disk.ts';
import { type RecordChange, type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { fileBody, withFileBody } from '../wire/raw-body.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import {
  changeFields,
  creatorOf,
  FileName,
  kindOf,
  largestFileBytes,
  newFields,
  previewFields,
  readCutting,
  readSourceUrl,
  requireTaken,
} from './document-upload-fields.ts';
import { DocumentParams, DocumentView, documentsPath as path, presentDocument } from './document-view.ts';

const tags = ['Knowledge'];
const NewFields = Type.Object(newFields);
const ChangeFields = Type.Object(changeFields);
const Address = Type.String({ minLength: 1, maxLength: 8192, pattern: '^\\s*https?://' });
const follows = 'Responds when the file is uploaded; recognition, chunking and embedding follow.';

const previewTimeoutMs = 60_000;

const ChunkPreview = Type.Object(
  {
    chunks: Type.Array(
      Type.Object({
        headingPath: Type.Array(Type.String()),
        content: Type.String(),
        tokens: Type.Integer(),
        questions: Type.Array(Type.String(), { description: 'Of a Q&A document' }),
      }),
    ),
    chunkCount: Type.Integer({ description: 'Of the whole file' }),
    tokenCount: Type.Integer(),
    warnings: Type.Array(Type.String(), { description: 'Parts of the file that could not be read' }),
  },
  { title: 'ChunkPreview' },
);

interface UploadRouteDependencies {
  knowledge: Knowledge;
  /** For files during upload. */
  uploadFolder: string;
  freeDisk: FreeDisk;
}

type DocumentRequest = FastifyRequest & { params: { documentId: string } };

interface UploadCall<Request, Action extends AuditAction> {
  request: Request;
  record: RecordChange<Action>;
}

/** Upload of documents: the file is the request body, or is downloaded from a URL. */
export const createDocumentUploadRoutes = ({
  knowledge: { documents, inspect, previewChunks },
  uploadFolder,
  freeDisk,
  agents,
}: RouteDependencies & UploadRouteDependencies): Route[] => {
  const limits = { folder: uploadFolder, maxBytes: largestFileBytes, freeDisk };

  const add = async (
    { request, record }: UploadCall<FastifyRequest, 'document.add'>,
    agent: Agent,
    fields: Static<typeof NewFields>,
    file: { name: string | undefined; shownName: string; source: UploadSource },
  ) => {
    const added = await documents.add({
      agent,
      creator: creatorOf(request),
      knowledgeBaseId: fields.knowledgeBaseId || undefined,
      kind: kindOf(fields.kind, file.shownName),
      files: [{ name: file.name, sourceUrl: readSourceUrl(fields.sourceUrl) ?? '', source: file.source }],
      cutting: readCutting(fields),
      idempotencyKey: undefined,
      alsoIn: async (tx, taken) => {
        for (const { id, name } of taken)
          await record(tx, { action: 'document.add', targetId: id, changes: { name: [null, name] } });
      },
    });
    return presentDocument(await inspect.require(agent, requireTaken(added)));
  };

  const replace = async (
    { request, record }: UploadCall<DocumentRequest, 'document.replace'>,
    agent: Agent,
    fields: Static<typeof ChangeFields>,
    source: UploadSource,
  ) => {
    const row = await inspect.require(agent, request.params.documentId);
    const updated = await documents.update({
      agent,
      kind: row.kind,
      files: [{ documentId: row.id, source, sourceUrl: readSourceUrl(fields.sourceUrl) }],
      cutting: readCutting(fields),
      keepsEdits: fields.edits !== 'replace',
      alsoIn: (tx) =>
        record(tx, { action: 'document.replace', targetId: row.id, changes: { name: [null, row.name] } }),
    });
    requireTaken(updated);
    return presentDocument(await inspect.require(agent, row.id));
  };

  return [
    route({
      method: 'POST',
      url: `${path}/preview`,
      permission: 'knowledge:write',
      takesFile: true,
      audit: 'none',
      schema: {
        tags,
        summary: 'Preview chunks',
        description:
          'The request body is the file, as application/octet-stream. Returns the first 50 chunks that it would have as a document. Nothing is stored.',
        operationId: 'previewChunks',
        params: AgentParams,
        querystring: Type.Object({ ...previewFields, name: FileName }),
        requestBody: fileBody,
        response: { 200: ChunkPreview },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        const name = request.query.name.trim();
        return withFileBody(request, limits, (source) =>
          previewChunks({
            agent,
            source,
            name,
            kind: kindOf(request.query.kind, name),
            cutting: readCutting(request.query),
            signal: AbortSignal.timeout(previewTimeoutMs),
          }),
        );
      },
    }),

    route({
      method: 'POST',
      url: `${path}/upload`,
      permission: 'knowledge:write',
      takesFile: true,
      audit: 'document.add',
      schema: {
        tags,
        summary: 'Upload a document',
        description: `The request body is the file, as application/octet-stream. Supported types: ${knowledgeFormats().join(', ')}; detected from the content, not from the name. ${follows}`,
        operationId: 'uploadDocument',
        params: AgentParams,
        querystring: Type.Object({ ...newFields, name: FileName }),
        requestBody: fileBody,
        response: { 201: DocumentView },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const name = request.query.name.trim();
        const document = await withFileBody(request, limits, (source) =>
          add({ request, record }, agent, request.query, { name, shownName: name, source }),
        );
        reply.status(201);
        return document;
      },
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'knowledge:write',
      audit: 'document.add',
      schema: {
        tags,
        summary: 'Add a document from a URL',
        description: `The service downloads the file once, immediately. ${follows}`,
        operationId: 'addDocument',
        params: AgentParams,
        body: Type.Object({ ...newFields, url: Address, name: Type.Optional(FileName) }),
        response: { 201: DocumentView },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const url = request.body.url.trim();
        const shownName = request.body.name ?? URL.parse(url)?.pathname ?? '';
        const file = { name: request.body.name?.trim(), shownName, source: { url } };
        reply.status(201);
        return await add({ request, record }, agent, request.body, file);
      },
    }),

    route({
      method: 'PUT',
      url: `${path}/:documentId/file`,
      permission: 'knowledge:write',
      takesFile: true,
      audit: 'document.replace',
      schema: {
        tags,
        summary: 'Replace a document',
        description: `The request body is the file. The current content stays searchable until the new content is ready. ${follows}`,
        operationId: 'replaceDocument',
        params: DocumentParams,
        querystring: ChangeFields,
        requestBody: fileBody,
        response: { 200: DocumentView },
      },
      handler: async (request, _reply, record) => {
        const agent = await findAgentOf(agents, request);
        await inspect.require(agent, request.params.documentId);
        return withFileBody(request, limits, (source) =>
          replace({ request, record }, agent, request.query, source),
        );
      },
    }),

    route({
      method: 'POST',
      url: `${path}/:documentId/fetch`,
      permission: 'knowledge:write',
      audit: 'document.replace',
      schema: {
        tags,
        summary: 'Replace a document from a URL',
        description: `The current content stays searchable until the new content is ready. ${follows}`,
        operationId: 'fetchDocument',
        params: DocumentParams,
        body: Type.Object({ ...changeFields, url: Address }),
        response: { 200: DocumentView },
      },
      handler: async (request, _reply, record) => {
        const agent = await findAgentOf(agents, request);
        return replace({ request, record }, agent, request.body, { url: request.body.url.trim() });
      },
    }),
  ];
};
