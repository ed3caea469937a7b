import { Type } from 'typebox';
import type { Files } from '../../../files/index.ts';
import { documentLimits, type Knowledge } from '../../../knowledge/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import type { Downloads } from '../../streaming/index.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { createLiveStreams, EventStream } from '../wire/live-stream.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import {
  DocumentChanges,
  DocumentParams,
  DocumentStatus,
  DocumentView,
  documentsPath as path,
  presentDocument,
} from './document-view.ts';

const tags = ['Knowledge'];

interface DocumentRouteDependencies {
  knowledge: Knowledge;
  files: Files;
  downloads: Downloads;
}

/** Documents with their progress, chunks and files. */
export const createDocumentRoutes = ({
  knowledge: { inspect },
  files,
  downloads,
  agents,
  streamAccess,
}: RouteDependencies & DocumentRouteDependencies): Route[] => {
  const streams = createLiveStreams(streamAccess);

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'knowledge:read',
      schema: {
        tags,
        summary: 'List documents',
        description:
          'Newest first. Without `knowledgeBaseId`, the documents of all knowledge bases of the agent are listed.',
        operationId: 'listDocuments',
        params: AgentParams,
        querystring: Type.Object({
          ...PageQuery,
          knowledgeBaseId: Type.Optional(Type.String()),
          status: Type.Optional(DocumentStatus),
          name: Type.Optional(Type.String({ maxLength: 200, description: 'Text that the name contains' })),
          tag: Type.Optional(Type.String({ maxLength: documentLimits.tagCharacters })),
        }),
        response: { 200: Paged(DocumentView) },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        const { knowledgeBaseId, status, name, tag } = request.query;
        const found = await inspect.list(
          agent,
          { knowledgeBaseId, status, name: name?.trim(), tag: tag?.trim() },
          rangeOf(request.query),
        );
        return paged(found.documents.map(presentDocument), found.total, request.query);
      },
    }),

    route({
      method: 'GET',
      url: `${path}/events`,
      permission: 'knowledge:read',
      schema: {
        tags,
        summary: 'Stream document progress',
        description:
          'Server-sent events named `documents`: `{documents, removedIds, atWork}`, first all documents in progress, then changes, at most twice per second. The stream ends after one minute; connect again.',
        operationId: 'followDocuments',
        params: AgentParams,
        response: { 200: EventStream('Events with changed documents', { documents: DocumentChanges }) },
      },
      handler: async (request, reply) => {
        const agent = await findAgentOf(agents, request);
        const look = inspect.follow(agent.id);
        streams.follow(reply, 'documents', async () => {
          const changes = await look();
          return changes && { ...changes, documents: changes.documents.map(presentDocument) };
        });
        return reply;
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:documentId`,
      permission: 'knowledge:read',
      schema: {
        tags,
        summary: 'Get a document',
        description: 'Returns state, progress and size of the document.',
        operationId: 'getDocument',
        params: DocumentParams,
        response: { 200: DocumentView },
      },
      handler: async (request) =>
        presentDocument(await inspect.require(await findAgentOf(agents, request), request.params.documentId)),
    }),

    route({
      method: 'GET',
      url: `${path}/:documentId/file`,
      permission: 'knowledge:read',
      schema: {
        tags,
        summary: 'Download a document',
        description: 'Returns the uploaded file.',
        operationId: 'downloadDocument',
        params: DocumentParams,
        response: {
          200: {
            description: 'The file',
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
      handler: async (request, reply) => {
        const agent = await findAgentOf(agents, request);
        const document = await inspect.require(agent, request.params.documentId);
        const fileId = await inspect.fileOf(document);
        const file = await files.open(fileId);
        if (!file) throw new AppError('notFound', 'The file of this document is no longer stored');
        // The file may contain a page written by its uploader, so browsers download it and never show it on our origin.
        return downloads.file(request, reply, file, { mayBeShown: false, name: document.name });
      },
    }),
  ];
};
