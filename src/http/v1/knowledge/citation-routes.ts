import { Type } from 'typebox';
import type { Citations } from '../../../knowledge/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { type Route, route } from '../../route.ts';
import { RequiredText } from '../../schema.ts';

const MessageId = RequiredText({ description: 'message_id or answer_id of a round' });

const AnswerPart = Type.Object({ start: Type.Integer(), end: Type.Integer() }, { title: 'AnswerPart' });

const Citation = Type.Object(
  {
    content: Type.String(),
    data_id: Type.String(),
    data_name: Type.String(),
    source_url: Type.String(),
    score: Type.Number(),
    positions: Type.Array(AnswerPart, {
      description: 'Parts of the answer that used the chunk, in UTF-16 units',
    }),
  },
  { title: 'Citation' },
);

const CitationList = Type.Object(
  {
    conversation_id: Type.String(),
    question_id: Type.String(),
    answer_id: Type.String(),
    correlate_dataset: Type.Array(Citation),
  },
  { title: 'CitationList' },
);

const ListCitedDocuments = Type.Object({ message_id: MessageId }, { title: 'ListCitedDocumentsRequest' });

const CitedDocument = Type.Object(
  { dataId: Type.String(), dataName: Type.String(), sourceUrl: Type.String() },
  { title: 'CitedDocument' },
);

const CitedDocuments = Type.Object(
  {
    conversationId: Type.String(),
    questionId: Type.String(),
    answerId: Type.String(),
    refDoc: Type.Array(CitedDocument),
  },
  { title: 'CitedDocuments' },
);

const CitedDocumentList = Type.Object(
  { code: Type.Literal(0), msg: Type.Literal('success'), data: CitedDocuments },
  { title: 'CitedDocumentList' },
);

export const createCitationRoutes = ({ citations }: { citations: Citations }): Route[] => [
  route({
    method: 'GET',
    url: '/v1/correlate/dataset',
    key: 'agent',
    schema: {
      operationId: 'listCitations',
      tags: ['Knowledge'],
      summary: 'List citations',
      description:
        'Returns the chunks that a reply used, in the order of their first use, with their documents. A reply that used none has no citations.',
      querystring: Type.Object({ message_id: MessageId }),
      response: { 200: CitationList },
    },
    handler: async (request) => {
      const { round, passages } = await citations.of(callerOf(request).agent, request.query.message_id);
      return {
        conversation_id: round.conversationId,
        question_id: round.id,
        answer_id: round.answerId,
        correlate_dataset: passages.map((passage) => ({
          content: passage.content,
          data_id: passage.documentId,
          data_name: passage.documentName,
          source_url: passage.sourceUrl,
          score: passage.score,
          positions: passage.spans,
        })),
      };
    },
  }),

  route({
    method: 'POST',
    url: '/v1/bot/data/references',
    key: 'agent',
    schema: {
      operationId: 'listCitedDocuments',
      tags: ['Knowledge'],
      summary: 'List cited documents',
      description: 'Returns the documents that a reply used, in the order of their first use.',
      body: ListCitedDocuments,
      response: { 200: CitedDocumentList },
    },
    handler: async (request) => {
      const { round, passages } = await citations.of(callerOf(request).agent, request.body.message_id);
      const documents = new Map(
        passages.map(({ documentId, documentName, sourceUrl }) => [
          documentId,
          { dataId: documentId, dataName: documentName, sourceUrl },
        ]),
      );
      return {
        code: 0 as const,
        msg: 'success' as const,
        data: {
          conversationId: round.conversationId,
          questionId: round.id,
          answerId: round.answerId,
          refDoc: [...documents.values()],
        },
      };
    },
  }),
];
