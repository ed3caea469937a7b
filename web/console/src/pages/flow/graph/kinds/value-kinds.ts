import { saveAs } from './field.ts';
import { type Kinds, notSetUp } from './kind.ts';

export const valueKinds: Kinds<'set-variable' | 'template'> = {
  'set-variable': {
    label: 'Set variable',
    group: 'values',
    explains: 'Keeps a text, number or JSON value',
    summary: ({ variable, value }) => `${variable} = ${value || 'nothing'}`,
    initial: (names) => ({ variable: names.variable('value'), value: '', as: 'text' }),
    fields: [
      { kind: 'variable', name: 'variable', label: 'Variable' },
      { kind: 'template', name: 'value', label: 'Value', lines: 2 },
      {
        kind: 'select',
        name: 'as',
        label: 'Kept as',
        options: [
          { value: 'text', label: 'Text' },
          { value: 'number', label: 'Number' },
          { value: 'json', label: 'JSON' },
        ],
      },
    ],
  },
  template: {
    label: 'Template',
    group: 'values',
    explains: 'Fills variables into a text and keeps it',
    summary: ({ template, saveAs }) => (template === '' ? notSetUp : `${template} → ${saveAs}`),
    initial: (names) => ({ template: '', saveAs: names.variable('text') }),
    fields: [
      { kind: 'template', name: 'template', label: 'Text', lines: 6 },
      saveAs('The variable that gets the text'),
    ],
  },
};
