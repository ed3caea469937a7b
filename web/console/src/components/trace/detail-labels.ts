import type { StepDetailName } from '../../../../../src/rounds/trace-step.ts';
import type { Labels } from '../../lib/label-of.ts';

/** Names of the details that the service records for steps. */
export const detailLabels: Labels<StepDetailName> = {
  agentId: 'trace.detail.agentId',
  answer: 'trace.detail.answer',
  answeredBy: 'trace.detail.answeredBy',
  arguments: 'trace.detail.arguments',
  attempt: 'trace.detail.attempt',
  branch: 'trace.detail.branch',
  by: 'trace.detail.by',
  chunks: 'trace.detail.chunks',
  continues: 'trace.detail.continues',
  did: 'trace.detail.did',
  found: 'trace.detail.found',
  id: 'trace.detail.id',
  inputs: 'trace.detail.inputs',
  iterations: 'trace.detail.iterations',
  left: 'trace.detail.left',
  outputs: 'trace.detail.outputs',
  problem: 'trace.detail.problem',
  query: 'trace.detail.query',
  recordId: 'trace.detail.recordId',
  result: 'trace.detail.result',
  server: 'trace.detail.server',
  table: 'trace.detail.table',
  tool: 'trace.detail.tool',
  type: 'trace.detail.type',
  version: 'trace.detail.version',
  waits: 'trace.detail.waits',
  warnings: 'trace.detail.warnings',
  words: 'trace.detail.words',
};
