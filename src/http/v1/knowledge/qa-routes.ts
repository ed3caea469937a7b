import { type Static, Type } from 'typebox';
import { type Documents, pairLimits } from '../../../knowledge/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { readPairs } from '../../request/read-pairs.ts';
import { type Route, route } from '../../route.ts';
import { idempotencyHeader, Maybe, RequiredText } from '../../schema.ts';
import { presentUpload, readCutting, UploadResult } from './document-fields.ts';

const Question = RequiredText({ maxLength: pairLimits.questionCharacters });
const Pair = Type.Object(
  {
    question: Question,
    questions: Maybe(
      Type.Array(Question, {
        maxItems: pairLimits.questions - 1,
        description: 'Other ways to ask the same question',
      }),
    ),
    answer: RequiredText({ maxLength: pairLimits.answerCharacters }),
  },
  { title: 'QaPair' },
);
const Pairs = Type.Array(Pair, { minItems: 1, maxItems: pairLimits.pairs });

const NewQaFile = Type.Object(
  { file_name: RequiredText({ maxLength: 200 }), qa: Pairs },
  { title: 'NewQaFile' },
);
const AddQa = Type.Object(
  {
    knowledge_base_id: Maybe(
      Type.String({ description: 'Default: the knowledge base named Default', maxLength: 200 }),
    ),
    files: Type.Array(NewQaFile, { minItems: 1, maxItems: 20 }),
  },
  { title: 'AddQaDocumentsRequest' },
);

const ChangedQaFile = Type.Object(
  { doc_id: RequiredText({ description: 'The document to update' }), qa: Pairs },
  { title: 'ChangedQaFile' },
);
const UpdateQa = Type.Object(
  { files: Type.Array(ChangedQaFile, { minItems: 1, maxItems: 20 }) },
  { title: 'UpdateQaDocumentsRequest' },
);

const pairsOf = (given: Static<typeof Pairs>, field: string) =>
  readPairs(
    given.map(({ question, questions, answer }) => ({ questions: [question, ...(questions ?? [])], answer })),
    field,
  );

const follows =
  'An answer is found by its questions. Responds when the pairs are stored; embedding follows. Read the result with `GET /v1/bot/data/detail/list`.';

/** Documents of questions and answers. */
export const createQaRoutes = ({
  documents,
  maxBodyBytes,
}: {
  documents: Documents;
  maxBodyBytes: number;
}): Route[] => [
  route({
    method: 'POST',
    url: '/v1/bot/doc/qa/add',
    key: 'agent',
    maxBodyBytes,
    schema: {
      operationId: 'addQaDocuments',
      tags: ['Knowledge'],
      summary: 'Add questions and answers',
      description: `Each file becomes a Q&A document. ${follows}`,
      headerParameters: idempotencyHeader,
      body: AddQa,
      response: { 200: UploadResult },
    },
    handler: async (request) => {
      const { agent, keyId } = callerOf(request);
      const { files, knowledge_base_id: baseId } = request.body;
      const added = await documents.add({
        agent,
        creator: { id: keyId, email: '' },
        knowledgeBaseId: baseId?.trim() || undefined,
        kind: 'qa',
        files: files.map(({ file_name: name, qa }, index) => ({
          name,
          sourceUrl: '',
          source: { pairs: pairsOf(qa, `files[${index}].qa`) },
        })),
        cutting: readCutting({}),
        idempotencyKey: readIdempotencyKey(request, 'v1/bot/doc/qa/add'),
      });
      return presentUpload(added);
    },
  }),

  route({
    method: 'PUT',
    url: '/v1/bot/doc/qa/update',
    key: 'agent',
    maxBodyBytes,
    schema: {
      operationId: 'updateQaDocuments',
      tags: ['Knowledge'],
      summary: 'Update questions and answers',
      description: `Replaces all pairs of Q&A documents. ${follows}`,
      body: UpdateQa,
      response: { 200: UploadResult },
    },
    handler: async (request) => {
      const updated = await documents.update({
        agent: callerOf(request).agent,
        kind: 'qa',
        files: request.body.files.map(({ doc_id: documentId, qa }, index) => ({
          documentId,
          sourceUrl: undefined,
          source: { pairs: pairsOf(qa, `files[${index}].qa`) },
        })),
        cutting: readCutting({}),
      });
      return presentUpload(updated);
    },
  }),
];
