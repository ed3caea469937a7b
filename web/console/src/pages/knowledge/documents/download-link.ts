import { type AgentAddress, at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeDocument } from '../../../api/generated.ts';

/** The uploaded file. Questions and answers are exported with their edits instead. */
export const downloadLink = (agentApi: AgentAddress, { id: documentId, kind }: KnowledgeDocument): string =>
  kind === 'qa'
    ? api.link(at(agentApi, '/documents/{documentId}/qa', { documentId }))
    : api.link(at(agentApi, '/documents/{documentId}/file', { documentId }));
