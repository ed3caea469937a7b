import { t } from '../../../../messages/translate.ts';
import { saveAs, values } from './field.ts';
import type { Kinds } from './kind.ts';

export const controlKinds: Kinds<'start' | 'loop' | 'sub-flow'> = {
  start: {
    label: 'flowComponents.start.label',
    group: 'control',
    about: 'flowComponents.start.about',
    summary: () => t('flowComponents.start.summary'),
    initial: () => ({}),
    fields: [],
  },
  loop: {
    label: 'flowComponents.loop.label',
    group: 'control',
    about: 'flowComponents.loop.about',
    summary: ({ over, maxIterations: count }) =>
      over === null
        ? t('flowComponents.loop.summary', { count })
        : t('flowComponents.loop.summaryOver', { list: over, count }),
    initial: (names) => ({
      maxIterations: 5,
      over: null,
      item: names.variable('item'),
      until: [],
      body: {
        nodes: [
          {
            type: 'start',
            id: names.id('start'),
            name: names.name(t('flowComponents.start.label')),
            retries: 0,
            timeoutMs: 60_000,
          },
        ],
        edges: [],
      },
    }),
    fields: [
      { kind: 'body', name: 'body', label: 'flowComponents.loop.body' },
      {
        kind: 'number',
        name: 'maxIterations',
        label: 'flowComponents.loop.maxIterations',
        min: 1,
        max: 100,
      },
      {
        kind: 'path',
        name: 'over',
        label: 'flowComponents.loop.over',
        description: 'flowComponents.loop.overHint',
      },
      {
        kind: 'variable',
        name: 'item',
        label: 'flowComponents.loop.item',
        description: 'flowComponents.loop.itemHint',
      },
      {
        kind: 'rules',
        name: 'until',
        label: 'flowComponents.loop.until',
        description: 'flowComponents.loop.untilHint',
      },
    ],
  },
  'sub-flow': {
    label: 'flowComponents.subFlow.label',
    group: 'control',
    about: 'flowComponents.subFlow.about',
    summary: ({ agentId, saveAs }) => (agentId === '' ? t('flowComponents.notSetUp') : `→ ${saveAs}`),
    initial: (names) => ({ agentId: '', inputs: {}, saveAs: names.variable('result') }),
    fields: [
      { kind: 'flow-agent', name: 'agentId', label: 'flowComponents.subFlow.agent' },
      values('inputs', 'flowComponents.subFlow.inputs'),
      saveAs('flowComponents.subFlow.saveAsHint'),
    ],
  },
};
