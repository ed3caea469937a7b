import { saveAs } from './field.ts';
import type { Kinds } from './kind.ts';

export const knowKinds: Kinds<'retrieval'> = {
  retrieval: {
    label: 'Retrieval',
    group: 'know',
    explains: "Searches the agent's knowledge",
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
      { kind: 'template', name: 'query', label: 'Search for', lines: 2 },
      { kind: 'bases', name: 'groupIds', label: 'Knowledge' },
      {
        kind: 'number',
        name: 'topK',
        label: 'Passages',
        min: 1,
        max: 50,
        empty: "As in the agent's settings",
      },
      {
        kind: 'number',
        name: 'minimumScore',
        label: 'Lowest score',
        min: 0.1,
        max: 0.95,
        step: 0.05,
        empty: "As in the agent's settings",
      },
      saveAs('Gets count, text and passages'),
    ],
    gives: ['text', 'count', 'passages'],
  },
};
