import { type Labels, labelOf } from '../../lib/label-of.ts';
import { t } from '../../messages/translate.ts';
import { type Grouping, noModelKey } from './sum-usage.ts';

export const groupingLabels: Labels<Grouping> = {
  agent: 'common.agent',
  model: 'usage.model',
  kind: 'usage.type',
};

/** What credits are spent on. */
export const usageKindLabels: Labels = {
  chat: 'usage.kind.chat',
  knowledge_doc_indexing: 'usage.kind.indexing',
  rerank: 'usage.kind.rerank',
  database_processing: 'usage.kind.tables',
  tool_call: 'usage.kind.tools',
  asr: 'usage.kind.speechRecognition',
  tts: 'usage.kind.speechSynthesis',
};

/** The name of an agent, or a text with the end of its id after the agent was deleted. */
export const agentLabel = ({ agentId, agentName }: { agentId: string; agentName: string }): string =>
  agentName || t('usage.deletedAgent', { id: agentId.slice(-6) });

/** The name of a group that is not an agent. */
export const groupLabel = (grouping: 'model' | 'kind', key: string): string => {
  if (grouping === 'kind') return labelOf(usageKindLabels, key);
  return key === noModelKey ? t('usage.noModel') : key;
};
