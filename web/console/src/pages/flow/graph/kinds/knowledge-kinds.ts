import { saveAs } from './field.ts';
import type { Kinds } from './kind.ts';

export const knowledgeKinds: Kinds<'retrieval'> = {
  retrieval: {
    label: 'flowComponents.retrieval.label',
    group: 'knowledge',
    about: 'flowComponents.retrieval.about',
    summary: ({ query, saveAs }) => `${query} → ${saveAs}`,
    initial: (names) => ({
      query: '{{question}}',
      groupIds: null,
      dataIds: null,
      topK: null,
      minimumScore: null,
      saveAs: names.variable('found'),
    }),
    fields: [
      { kind: 'template', name: 'query', label: 'flowComponents.retrieval.query', lines: 2 },
      { kind: 'bases', name: 'groupIds', label: 'flowComponents.retrieval.bases' },
      {
        kind: 'number',
        name: 'topK',
        label: 'flowComponents.retrieval.topK',
        min: 1,
        max: 50,
        empty: 'flowComponents.agentDefault',
      },
      {
        kind: 'number',
        name: 'minimumScore',
        label: 'flowComponents.retrieval.minimumScore',
        min: 0.1,
        max: 0.95,
        step: 0.05,
        empty: 'flowComponents.agentDefault',
      },
      saveAs('flowComponents.retrieval.saveAsHint'),
    ],
    gives: ['text', 'count', 'passages'],
  },
};
