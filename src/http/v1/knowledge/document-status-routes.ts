import { Type } from 'typebox';
import type { Documents } from '../../../knowledge/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIds } from '../../request/read-query.ts';
import { type Route, route } from '../../route.ts';
import { Affected, IdList } from '../../schema.ts';

const DocumentStatus = Type.Object(
  {
    data_id: Type.String(),
    data_status: Type.String({ description: 'AVAILABLE, PENDING, PROCESSING or FAILED' }),
    fail_reason: Type.Optional(Type.String()),
  },
  { title: 'DocumentStatus' },
);

export const createDocumentStatusRoutes = ({ documents }: { documents: Documents }): Route[] => [
  route({
    method: 'GET',
    url: '/v1/bot/data/detail/list',
    key: 'agent',
    schema: {
      operationId: 'getDocumentStatuses',
      tags: ['Knowledge'],
      summary: 'Get document status',
      description:
        'Returns the state of each document, and the reason if it failed. Unknown IDs are omitted.',
      querystring: Type.Object({
        data_ids: IdList,
      }),
      response: { 200: Type.Array(DocumentStatus) },
    },
    handler: async (request) => {
      const ids = readIds(request.query.data_ids, 'data_ids');
      const found = await documents.statuses(callerOf(request).agent, ids);
      const byId = new Map(found.map((document) => [document.id, document]));
      return [...new Set(ids)].flatMap((id) => {
        const document = byId.get(id);
        if (!document) return [];
        return {
          data_id: document.id,
          data_status: document.status === 'ACTIVE' ? 'AVAILABLE' : document.status,
          ...(document.failReason === null ? {} : { fail_reason: document.failReason }),
        };
      });
    },
  }),

  route({
    method: 'POST',
    url: '/v1/bot/data/retry/batch',
    key: 'agent',
    schema: {
      operationId: 'retryFailedDocuments',
      tags: ['Knowledge'],
      summary: 'Retry failed documents',
      description: 'Processes failed documents again and returns their number.',
      response: { 200: Affected },
    },
    handler: async (request) => ({ affectCount: await documents.retryFailed(callerOf(request).agent) }),
  }),
];
