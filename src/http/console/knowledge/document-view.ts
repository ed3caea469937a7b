import { type Static, Type } from 'typebox';
import { documentLimits, type KnowledgeDocument } from '../../../knowledge/index.ts';
import { knowledgeFormats, listFormats } from '../../../lib/file-formats/index.ts';
import { oneOf } from '../../schema.ts';
import { AgentParams, Time, toTime } from '../wire/wire-schemas.ts';

export const documentsPath = '/workspaces/:workspaceId/agents/:agentId/documents';
export const DocumentParams = Type.Object({ ...AgentParams.properties, documentId: Type.String() });

export const DocumentStatus = oneOf(['PENDING', 'PROCESSING', 'ACTIVE', 'FAILED']);
export const DocumentKind = oneOf(
  ['text', 'spreadsheet', 'qa'],
  `spreadsheet: ${listFormats(knowledgeFormats('spreadsheet'), 'and')}, cut by rows under their header; qa: the same formats with the columns question and answer, one chunk for each pair`,
);

const Progress = Type.Object({
  stage: oneOf(['queued', 'parsing', 'embedding']),
  done: Type.Integer(),
  total: Type.Integer({ description: '0 if it is not known yet' }),
});

export const Attributes = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
  { maxProperties: documentLimits.attributes, description: 'Values by which searches are filtered' },
);

export const DocumentView = Type.Object(
  {
    id: Type.String(),
    knowledgeBaseId: Type.String(),
    kind: DocumentKind,
    name: Type.String(),
    format: Type.String(),
    sourceUrl: Type.String({ description: 'URL that citations link to; empty: none' }),
    status: DocumentStatus,
    failReason: Type.Union([Type.String(), Type.Null()]),
    warnings: Type.Array(Type.String(), { description: 'Parts of the file that could not be read' }),
    progress: Type.Union([Progress, Type.Null()], {
      description: 'null if the document is not being processed',
    }),
    isServing: Type.Boolean({
      description: 'Whether content of the document is searchable, also while new content is processed',
    }),
    isEnabled: Type.Boolean({ description: 'false: nothing of the document is found' }),
    tags: Type.Array(Type.String()),
    attributes: Attributes,
    isFromSource: Type.Boolean({ description: 'Whether a source keeps the document in sync' }),
    chunks: Type.Integer({ description: 'Of the searchable content, without disabled chunks' }),
    tokens: Type.Integer(),
    characters: Type.Integer(),
    createdBy: Type.String({
      description: 'E-mail address of the operator; empty: added through the developer API',
    }),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'KnowledgeDocument' },
);

export const DocumentChanges = Type.Object(
  {
    documents: Type.Array(DocumentView),
    removedIds: Type.Array(Type.String()),
    atWork: Type.Integer({ description: 'Number of documents in progress' }),
  },
  { title: 'DocumentChanges' },
);

const stages = { '': 'queued', parse: 'parsing', chunk: 'parsing', embed: 'embedding' } as const;

const progressOf = (document: KnowledgeDocument) => {
  if (document.status === 'PENDING') return { stage: 'queued' as const, done: 0, total: 0 };
  if (document.status !== 'PROCESSING') return null;
  return { stage: stages[document.stage], done: document.stageDone, total: document.stageTotal };
};

export const presentDocument = (document: KnowledgeDocument): Static<typeof DocumentView> => ({
  id: document.id,
  knowledgeBaseId: document.knowledgeBaseId,
  kind: document.kind,
  name: document.name,
  format: document.format,
  sourceUrl: document.sourceUrl,
  status: document.status,
  failReason: document.failReason,
  warnings: document.warnings,
  progress: progressOf(document),
  isServing: document.servedUploadId !== null,
  isEnabled: document.isEnabled,
  tags: document.tags,
  attributes: document.attributes,
  isFromSource: document.sourceId !== null,
  chunks: document.chunkCount,
  tokens: document.tokenCount,
  characters: document.charCount,
  createdBy: document.creatorEmail,
  createdAt: toTime(document.createdAtMs),
  updatedAt: toTime(document.updatedAtMs),
});
