import { t } from '../../../../messages/translate.ts';
import { modelFields, saveAs } from './field.ts';
import { type Kinds, unsetModel } from './kind.ts';

const operationLabels = {
  merge: 'flowComponents.json.operation.merge',
  pick: 'flowComponents.json.operation.pick',
  build: 'flowComponents.json.operation.build',
} as const;

export const jsonKinds: Kinds<'extract' | 'json'> = {
  extract: {
    label: 'flowComponents.extract.label',
    group: 'variables',
    about: 'flowComponents.extract.about',
    summary: ({ schema, saveAs }) => `${Object.keys(schema.properties ?? {}).join(', ')} → ${saveAs}`,
    initial: (names) => ({
      ...unsetModel,
      text: '{{question}}',
      instruction: '',
      schema: {
        type: 'object',
        properties: { email: { type: 'string', format: 'email' } },
        required: ['email'],
      },
      defaults: null,
      saveAs: names.variable('data'),
    }),
    fields: [
      { kind: 'template', name: 'text', label: 'flowComponents.extract.text', lines: 2 },
      {
        kind: 'json-object',
        name: 'schema',
        label: 'flowComponents.extract.schema',
        description: 'flowComponents.extract.schemaHint',
      },
      saveAs('flowComponents.extract.saveAsHint'),
      {
        kind: 'template',
        name: 'instruction',
        label: 'flowComponents.extract.instruction',
        description: 'flowComponents.extract.instructionHint',
        lines: 3,
      },
      {
        kind: 'json-object',
        name: 'defaults',
        label: 'flowComponents.extract.defaults',
        description: 'flowComponents.extract.defaultsHint',
        isOptional: true,
      },
      ...modelFields,
    ],
  },
  json: {
    label: 'flowComponents.json.label',
    group: 'variables',
    about: 'flowComponents.json.about',
    summary: ({ operation, saveAs }) => `${t(operationLabels[operation])} → ${saveAs}`,
    initial: (names) => ({
      operation: 'build',
      sources: [],
      deep: false,
      fields: [],
      ifMissing: 'fail',
      template: '{ "question": "{{question}}" }',
      output: 'json',
      saveAs: names.variable('result'),
    }),
    fields: [
      {
        kind: 'select',
        name: 'operation',
        label: 'flowComponents.json.operation',
        options: [
          { value: 'merge', label: operationLabels.merge },
          { value: 'pick', label: operationLabels.pick },
          { value: 'build', label: operationLabels.build },
        ],
      },
      {
        kind: 'paths',
        name: 'sources',
        label: 'flowComponents.json.sources',
        description: 'flowComponents.json.sourcesHint',
        shownIf: { name: 'operation', is: 'merge' },
      },
      {
        kind: 'switch',
        name: 'deep',
        label: 'flowComponents.json.deep',
        shownIf: { name: 'operation', is: 'merge' },
      },
      {
        kind: 'picked-fields',
        name: 'fields',
        label: 'flowComponents.json.fields',
        shownIf: { name: 'operation', is: 'pick' },
      },
      {
        kind: 'select',
        name: 'ifMissing',
        label: 'flowComponents.json.ifMissing',
        options: [
          { value: 'fail', label: 'flowComponents.json.ifMissing.fail' },
          { value: 'null', label: 'flowComponents.json.ifMissing.null' },
          { value: 'omit', label: 'flowComponents.json.ifMissing.omit' },
        ],
        shownIf: { name: 'operation', is: 'pick' },
      },
      {
        kind: 'template',
        name: 'template',
        label: 'flowComponents.json.template',
        description: 'flowComponents.json.templateHint',
        lines: 5,
        shownIf: { name: 'operation', is: 'build' },
      },
      {
        kind: 'select',
        name: 'output',
        label: 'flowComponents.json.output',
        options: [
          { value: 'json', label: 'flowComponents.json.output.json' },
          { value: 'text', label: 'flowComponents.json.output.text' },
        ],
      },
      saveAs('flowComponents.json.saveAsHint'),
    ],
  },
};
