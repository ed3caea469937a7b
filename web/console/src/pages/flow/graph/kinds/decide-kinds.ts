import { modelFields } from './field.ts';
import { type Kinds, notSetUp, unsetModel } from './kind.ts';

export const decideKinds: Kinds<'classifier' | 'condition'> = {
  classifier: {
    label: 'Classifier',
    group: 'decide',
    explains: 'Chooses a branch by words, patterns or a model',
    summary: ({ by }) => (by === 'model' ? 'By rules, then by a model' : 'By rules'),
    initial: () => ({
      ...unsetModel,
      text: '{{question}}',
      by: 'rules',
      prompt: '',
      branches: [{ name: 'first', description: '', keywords: [], patterns: [] }],
      saveAs: null,
    }),
    fields: [
      { kind: 'template', name: 'text', label: 'Look at', lines: 1 },
      {
        kind: 'select',
        name: 'by',
        label: 'Decided by',
        options: [
          { value: 'rules', label: 'Keywords and patterns' },
          { value: 'model', label: 'A model, where no rule matches' },
        ],
      },
      {
        kind: 'classifier-branches',
        name: 'branches',
        label: 'Branches',
        description: 'The first that matches is taken',
      },
      { kind: 'template', name: 'prompt', label: 'Advice for the model', lines: 3 },
      {
        kind: 'variable',
        name: 'saveAs',
        label: 'Keep as',
        isOptional: true,
        description: 'Gets the words that decided',
      },
      ...modelFields,
    ],
  },
  condition: {
    label: 'Condition',
    group: 'decide',
    explains: 'Chooses a branch by rules on variables',
    summary: ({ branches }) => {
      const variables = branches.flatMap(({ all }) => all.map(({ variable }) => variable));
      return variables.filter((name) => name !== '').join(', ') || notSetUp;
    },
    initial: () => ({
      branches: [{ name: 'yes', all: [{ variable: 'question', operator: 'is-not-empty', value: '' }] }],
    }),
    fields: [
      {
        kind: 'condition-branches',
        name: 'branches',
        label: 'Branches',
        description: 'The first whose rules all hold is taken',
      },
    ],
  },
};
