import { t } from '../../../../messages/translate.ts';
import { modelFields } from './field.ts';
import { type Kinds, unsetModel } from './kind.ts';

export const branchingKinds: Kinds<'classifier' | 'condition'> = {
  classifier: {
    label: 'flowComponents.classifier.label',
    group: 'branching',
    about: 'flowComponents.classifier.about',
    summary: ({ by }) =>
      by === 'model' ? t('flowComponents.classifier.byModel') : t('flowComponents.classifier.byRules'),
    initial: () => ({
      ...unsetModel,
      text: '{{question}}',
      by: 'rules',
      prompt: '',
      branches: [
        { name: t('flow.branch.numbered', { number: 1 }), description: '', keywords: [], patterns: [] },
      ],
      saveAs: null,
    }),
    fields: [
      { kind: 'template', name: 'text', label: 'flowComponents.classifier.text', lines: 1 },
      {
        kind: 'select',
        name: 'by',
        label: 'flowComponents.classifier.by',
        options: [
          { value: 'rules', label: 'flowComponents.classifier.rules' },
          { value: 'model', label: 'flowComponents.classifier.model' },
        ],
      },
      {
        kind: 'classifier-branches',
        name: 'branches',
        label: 'flowComponents.classifier.branches',
        description: 'flowComponents.classifier.branchesHint',
      },
      { kind: 'template', name: 'prompt', label: 'flowComponents.classifier.prompt', lines: 3 },
      {
        kind: 'variable',
        name: 'saveAs',
        label: 'flowComponents.saveAs',
        isOptional: true,
        description: 'flowComponents.classifier.saveAsHint',
      },
      ...modelFields,
    ],
  },
  condition: {
    label: 'flowComponents.condition.label',
    group: 'branching',
    about: 'flowComponents.condition.about',
    summary: ({ branches }) => {
      const variables = branches.flatMap(({ all }) => all.map(({ variable }) => variable));
      return variables.filter((name) => name !== '').join(', ') || t('flowComponents.notSetUp');
    },
    initial: () => ({
      branches: [
        {
          name: t('flow.branch.yes'),
          all: [{ variable: 'question', operator: 'is-not-empty', value: '' }],
        },
      ],
    }),
    fields: [
      {
        kind: 'condition-branches',
        name: 'branches',
        label: 'flowComponents.classifier.branches',
        description: 'flowComponents.condition.branchesHint',
      },
    ],
  },
};
