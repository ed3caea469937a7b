import { Type } from 'typebox';
import { type Knowledge, pairLimits } from '../../../knowledge/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { readPairs } from '../../request/read-pairs.ts';
import { type Route, route } from '../../route.ts';
import type { Downloads } from '../../streaming/index.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import { creatorOf, FileName, readCutting, requireTaken } from './document-upload-fields.ts';
import { DocumentParams, DocumentView, documentsPath, presentDocument } from './document-view.ts';

const tags = ['Knowledge'];

/** Documents of questions and answers. Their pairs are edited as chunks. */
export const createQaRoutes = ({
  knowledge: { documents, inspect },
  downloads,
  agents,
}: RouteDependencies & { knowledge: Knowledge; downloads: Downloads }): Route[] => [
  route({
    method: 'POST',
    url: `${documentsPath}/qa`,
    permission: 'knowledge:write',
    audit: 'document.add',
    schema: {
      tags,
      summary: 'Add questions and answers',
      description:
        'Creates a Q&A document. An answer is found by its questions. To import a table, upload it with kind `qa`.',
      operationId: 'addQaDocument',
      params: AgentParams,
      body: Type.Object({
        name: FileName,
        knowledgeBaseId: Type.Optional(
          Type.String({ description: 'Default: the knowledge base named Default' }),
        ),
        pairs: Type.Array(
          Type.Object({
            questions: Type.Array(Type.String({ maxLength: pairLimits.questionCharacters }), {
              minItems: 1,
              maxItems: pairLimits.questions,
            }),
            answer: Type.String({ maxLength: pairLimits.answerCharacters }),
          }),
          { minItems: 1, maxItems: 1000 },
        ),
      }),
      response: { 201: DocumentView },
    },
    handler: async (request, reply, record) => {
      const agent = await findAgentOf(agents, request);
      const { name, knowledgeBaseId, pairs } = request.body;
      const added = await documents.add({
        agent,
        creator: creatorOf(request),
        knowledgeBaseId: knowledgeBaseId || undefined,
        kind: 'qa',
        files: [{ name: name.trim(), sourceUrl: '', source: { pairs: readPairs(pairs, 'pairs') } }],
        cutting: readCutting({}),
        idempotencyKey: undefined,
        alsoIn: async (tx, [document]) =>
          record(tx, { targetId: document!.id, changes: { name: [null, document!.name] } }),
      });
      reply.status(201);
      return presentDocument(await inspect.require(agent, requireTaken(added)));
    },
  }),

  route({
    method: 'GET',
    url: `${documentsPath}/:documentId/qa`,
    permission: 'knowledge:read',
    schema: {
      tags,
      summary: 'Export a Q&A document',
      description:
        'Returns the enabled pairs as CSV, with all edits. Several questions are lines of one cell. An apostrophe is added before text that a spreadsheet would treat as a formula; an import removes it.',
      operationId: 'exportQaDocument',
      params: DocumentParams,
      response: {
        200: { description: 'The pairs', content: { 'text/csv': { schema: { type: 'string' } } } },
      },
    },
    handler: async (request, reply) => {
      const agent = await findAgentOf(agents, request);
      const document = await inspect.require(agent, request.params.documentId);
      if (document.kind !== 'qa')
        throw new AppError(
          'invalidParameter',
          'documentId must be a Q&A document; download the file instead',
        );
      const name = document.name.replace(/\.(csv|tsv|xlsx?|ods)$/i, '');
      return downloads.text(request, reply, inspect.exportPairs(document), {
        name: `${name}.csv`,
        mediaType: 'text/csv; charset=utf-8',
      });
    },
  }),
];
