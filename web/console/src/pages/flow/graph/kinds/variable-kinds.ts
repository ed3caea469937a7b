import { t } from '../../../../messages/translate.ts';
import { saveAs } from './field.ts';
import type { Kinds } from './kind.ts';

export const variableKinds: Kinds<'set-variable' | 'template'> = {
  'set-variable': {
    label: 'flowComponents.setVariable.label',
    group: 'variables',
    about: 'flowComponents.setVariable.about',
    summary: ({ variable, value }) => `${variable} = ${value || t('flowComponents.setVariable.emptyText')}`,
    initial: (names) => ({ variable: names.variable('value'), value: '', as: 'text' }),
    fields: [
      { kind: 'variable', name: 'variable', label: 'flowComponents.setVariable.variable' },
      { kind: 'template', name: 'value', label: 'flowComponents.setVariable.value', lines: 2 },
      {
        kind: 'select',
        name: 'as',
        label: 'flowComponents.setVariable.as',
        options: [
          { value: 'text', label: 'flowComponents.text' },
          { value: 'number', label: 'flowComponents.setVariable.number' },
          { value: 'json', label: 'flowComponents.setVariable.json' },
        ],
      },
    ],
  },
  template: {
    label: 'flowComponents.template.label',
    group: 'variables',
    about: 'flowComponents.template.about',
    summary: ({ template, saveAs }) =>
      template === '' ? t('flowComponents.notSetUp') : `${template} → ${saveAs}`,
    initial: (names) => ({ template: '', saveAs: names.variable('text') }),
    fields: [
      { kind: 'template', name: 'template', label: 'flowComponents.text', lines: 6 },
      saveAs('flowComponents.saveAs.text'),
    ],
  },
};
