import { Type } from 'typebox';
import type { Knowledge } from '../../../knowledge/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import type { ConsoleRoutes } from '../register-console-api.ts';
import { AgentParams, Done } from '../wire/wire-schemas.ts';
import { DocumentParams, DocumentView, documentsPath as path, presentDocument } from './document-view.ts';

const tags = ['Knowledge'];

/** Documents that failed or are wanted no more. */
export const createDocumentCareRoutes =
  ({ knowledge: { documents, inspect } }: { knowledge: Knowledge }): ConsoleRoutes =>
  (scope, { agents, note, write }: RouteDependencies) => {
    scope.post(
      `${path}/:documentId/retry`,
      {
        config: { permission: 'knowledge:write' },
        schema: {
          tags,
          summary: 'Process a document again',
          description: 'Reads, cuts and embeds it anew; what is found now is found meanwhile.',
          operationId: 'retryDocument',
          params: DocumentParams,
          response: { 200: DocumentView },
        },
      },
      async (request) => {
        const agent = await findAgentOf(agents, request);
        const { id, status, name } = await inspect.require(agent, request.params.documentId);
        await inspect.reindex(agent, id, (tx) =>
          note(request, tx, {
            action: 'document.retry',
            targetKind: 'document',
            targetId: id,
            changes: { status: [status, 'PENDING'], name: [name, name] },
          }),
        );
        return presentDocument(await inspect.require(agent, id));
      },
    );

    scope.post(
      `${path}/retry`,
      {
        config: { permission: 'knowledge:write' },
        schema: {
          tags,
          summary: 'Process all failed documents again',
          operationId: 'retryFailedDocuments',
          params: AgentParams,
          response: { 200: Type.Object({ retried: Type.Integer() }) },
        },
      },
      async (request) => {
        const agent = await findAgentOf(agents, request);
        const retried = await documents.retryFailed(agent, (tx, count) =>
          note(request, tx, {
            action: 'document.retry-failed',
            targetKind: 'agent',
            targetId: agent.id,
            changes: { retried: [null, count] },
          }),
        );
        return { retried };
      },
    );

    scope.delete(
      `${path}/:documentId`,
      {
        config: { permission: 'knowledge:write' },
        schema: {
          tags,
          summary: 'Delete a document',
          description: 'Nothing of it is found from the moment of the answer.',
          operationId: 'deleteDocument',
          params: DocumentParams,
          response: { 204: Done },
        },
      },
      async (request, reply) => {
        const agent = await findAgentOf(agents, request);
        const { id, name } = await inspect.require(agent, request.params.documentId);
        await write(request, async (tx, record) => {
          const gone = await documents.removeIn(tx, agent.id, [id]);
          if (gone.length === 0) throw new AppError('notFound', 'There is no such document');
          await record({
            action: 'document.delete',
            targetKind: 'document',
            targetId: id,
            changes: { name: [name, null] },
          });
        });
        return reply.status(204).send(null);
      },
    );

    scope.post(
      `${path}/delete`,
      {
        config: { permission: 'knowledge:write' },
        schema: {
          tags,
          summary: 'Delete several documents',
          description: 'Unknown ids are passed over.',
          operationId: 'deleteDocuments',
          params: AgentParams,
          body: Type.Object({ documentIds: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }) }),
          response: { 200: Type.Object({ deletedIds: Type.Array(Type.String()) }) },
        },
      },
      async (request) => {
        const agent = await findAgentOf(agents, request);
        const ids = [...new Set(request.body.documentIds)];
        const deletedIds = await write(request, async (tx, record) => {
          const gone = await documents.removeIn(tx, agent.id, ids);
          for (const id of gone)
            await record({
              action: 'document.delete',
              targetKind: 'document',
              targetId: id,
              changes: { deleted: [false, true] },
            });
          return gone;
        });
        return { deletedIds };
      },
    );
  };
