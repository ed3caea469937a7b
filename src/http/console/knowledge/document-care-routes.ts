import { Type } from 'typebox';
import { documentLimits, type Knowledge, type KnowledgeDocument } from '../../../knowledge/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams, Done } from '../wire/wire-schemas.ts';
import { Edits, FileName, readSourceUrl } from './document-upload-fields.ts';
import {
  Attributes,
  DocumentParams,
  DocumentView,
  documentsPath as path,
  presentDocument,
} from './document-view.ts';

const tags = ['Knowledge'];

const changesOf = (before: KnowledgeDocument, after: KnowledgeDocument) => ({
  name: [before.name, after.name] as [string, string],
  knowledgeBaseId: [before.knowledgeBaseId, after.knowledgeBaseId] as [string, string],
  isEnabled: [before.isEnabled, after.isEnabled] as [boolean, boolean],
  sourceUrl: [before.sourceUrl, after.sourceUrl] as [string, string],
  tags: [before.tags.join(', '), after.tags.join(', ')] as [string, string],
  attributes: [JSON.stringify(before.attributes), JSON.stringify(after.attributes)] as [string, string],
});

/** Changes, re-indexes, retries and deletes documents. */
export const createDocumentCareRoutes = ({
  knowledge: { documents, inspect, changeDocument },
  agents,
  write,
}: RouteDependencies & { knowledge: Knowledge }): Route[] => [
  route({
    method: 'PATCH',
    url: `${path}/:documentId`,
    permission: 'knowledge:write',
    audit: 'document.update',
    schema: {
      tags,
      summary: 'Change a document',
      description:
        'Renames, moves, disables or tags a document. Omitted fields stay as they are. When the response arrives, searches use the change.',
      operationId: 'updateDocument',
      params: DocumentParams,
      body: Type.Object({
        name: Type.Optional(FileName),
        knowledgeBaseId: Type.Optional(Type.String({ minLength: 1 })),
        isEnabled: Type.Optional(Type.Boolean()),
        sourceUrl: Type.Optional(
          Type.String({ maxLength: 8192, description: 'Absolute URL that citations link to; empty: none' }),
        ),
        tags: Type.Optional(Type.Array(Type.String(), { maxItems: documentLimits.tags })),
        attributes: Type.Optional(Attributes),
      }),
      response: { 200: DocumentView },
    },
    handler: async (request, _reply, record) => {
      const agent = await findAgentOf(agents, request);
      const { documentId } = request.params;
      const change = { ...request.body, sourceUrl: readSourceUrl(request.body.sourceUrl) };
      const changed = await changeDocument(agent, documentId, change, (tx, { before, after }) =>
        record(tx, { targetId: documentId, changes: changesOf(before, after) }),
      );
      return presentDocument(changed);
    },
  }),

  route({
    method: 'POST',
    url: `${path}/:documentId/retry`,
    permission: 'knowledge:write',
    audit: 'document.retry',
    schema: {
      tags,
      summary: 'Re-index a document',
      description:
        'Reads, chunks and embeds the document again. The current content stays searchable until then.',
      operationId: 'retryDocument',
      params: DocumentParams,
      querystring: Type.Object({ edits: Edits }),
      response: { 200: DocumentView },
    },
    handler: async (request, _reply, record) => {
      const agent = await findAgentOf(agents, request);
      const { id, status, name } = await inspect.require(agent, request.params.documentId);
      await inspect.reindex(agent, id, {
        keepsEdits: request.query.edits !== 'replace',
        alsoIn: (tx) =>
          record(tx, { targetId: id, changes: { status: [status, 'PENDING'], name: [name, name] } }),
      });
      return presentDocument(await inspect.require(agent, id));
    },
  }),

  route({
    method: 'POST',
    url: `${path}/retry`,
    permission: 'knowledge:write',
    audit: 'document.retry-failed',
    schema: {
      tags,
      summary: 'Retry all failed documents',
      description: 'Processes the failed documents of the agent again.',
      operationId: 'retryFailedDocuments',
      params: AgentParams,
      response: { 200: Type.Object({ retried: Type.Integer() }) },
    },
    handler: async (request, _reply, record) => {
      const agent = await findAgentOf(agents, request);
      const retried = await documents.retryFailed(agent, (tx, count) =>
        record(tx, { targetId: agent.id, changes: { retried: [null, count] } }),
      );
      return { retried };
    },
  }),

  route({
    method: 'DELETE',
    url: `${path}/:documentId`,
    permission: 'knowledge:write',
    audit: 'document.delete',
    schema: {
      tags,
      summary: 'Delete a document',
      description: 'When the response arrives, the document is no longer found.',
      operationId: 'deleteDocument',
      params: DocumentParams,
      response: { 204: Done },
    },
    handler: async (request, reply, record) => {
      const agent = await findAgentOf(agents, request);
      const { id, name } = await inspect.require(agent, request.params.documentId);
      await write(async (tx) => {
        const gone = await documents.removeIn(tx, agent.id, [id]);
        if (gone.length === 0) throw new AppError('notFound', 'There is no such document');
        await record(tx, { targetId: id, changes: { name: [name, null] } });
      });
      return reply.status(204).send(null);
    },
  }),

  route({
    method: 'POST',
    url: `${path}/delete`,
    permission: 'knowledge:write',
    audit: 'document.delete',
    schema: {
      tags,
      summary: 'Delete documents',
      description: 'Unknown IDs are ignored.',
      operationId: 'deleteDocuments',
      params: AgentParams,
      body: Type.Object({ documentIds: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }) }),
      response: { 200: Type.Object({ deletedIds: Type.Array(Type.String()) }) },
    },
    handler: async (request, _reply, record) => {
      const agent = await findAgentOf(agents, request);
      const ids = [...new Set(request.body.documentIds)];
      const deletedIds = await write(async (tx) => {
        const gone = await documents.removeIn(tx, agent.id, ids);
        for (const id of gone) await record(tx, { targetId: id, changes: { deleted: [false, true] } });
        return gone;
      });
      return { deletedIds };
    },
  }),
];
