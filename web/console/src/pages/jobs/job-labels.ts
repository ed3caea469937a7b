import type { JobState } from '../../api/derived-types.ts';
import type { Labels } from '../../lib/label-of.ts';

export const stateLabels: Labels<JobState> = {
  failed: 'jobs.state.failed',
  running: 'jobs.state.running',
  waiting: 'jobs.state.waiting',
  delayed: 'jobs.state.delayed',
};

/** All queues of the service. */
export const queueLabels: Labels = {
  deliveries: 'jobs.queue.deliveries',
  'channel-pulls': 'jobs.queue.channelPulls',
  'channel-updates': 'jobs.queue.channelUpdates',
  'knowledge-ingest': 'jobs.queue.documents',
  'knowledge-ingest-large': 'jobs.queue.largeDocuments',
  'knowledge-ingest-scans': 'jobs.queue.pdfDocuments',
  'knowledge-clearing': 'jobs.queue.documentCleanup',
  'knowledge-postings': 'jobs.queue.postings',
  'knowledge-reanalyse': 'jobs.queue.reanalysis',
  'knowledge-reembed': 'jobs.queue.reembedding',
  'knowledge-sync': 'jobs.queue.sourceSync',
  'knowledge-sync-schedule': 'jobs.queue.sourceSchedule',
  'knowledge-source-deletion': 'jobs.queue.sourceDeletion',
  'test-run': 'jobs.queue.testRun',
  'test-run-schedule': 'jobs.queue.testSchedule',
  'corrections-embed': 'jobs.queue.corrections',
  'memory-distil': 'jobs.queue.memory',
  'handoff-deadlines': 'jobs.queue.sessionTimeouts',
  'inbox-assignment': 'jobs.queue.inboxAssignment',
  'inbox-snoozes': 'jobs.queue.inboxSnoozes',
  'record-imports': 'jobs.queue.recordImports',
  'table-removals': 'jobs.queue.tableDeletion',
  'agent-retention': 'jobs.queue.agentRetention',
  'file-removal': 'jobs.queue.fileDeletion',
  'object-sweep': 'jobs.queue.objectSweep',
  mail: 'jobs.queue.mail',
  notifications: 'jobs.queue.notifications',
  analytics: 'jobs.queue.analytics',
  retention: 'jobs.queue.retention',
};

/** What a job works on, by the name of the id in its payload. */
export const objectLabels: Labels = {
  agentId: 'jobs.object.agent',
  conversationId: 'jobs.object.conversation',
  deliveryId: 'jobs.object.delivery',
  documentId: 'jobs.object.document',
  sourceId: 'jobs.object.source',
  setId: 'jobs.object.testSet',
  uploadId: 'jobs.object.upload',
  importId: 'jobs.object.import',
  tableId: 'jobs.object.table',
  sessionId: 'jobs.object.humanSession',
};
