import { t } from '../../../../messages/translate.ts';
import { type Field, saveAs } from './field.ts';
import type { Kinds } from './kind.ts';

const cancelWords: Field = {
  kind: 'words',
  name: 'cancelWords',
  label: 'flowComponents.ask.cancelWords',
  description: 'flowComponents.ask.cancelWordsHint',
};

const expires: Field = {
  kind: 'number',
  name: 'expiresAfterMinutes',
  label: 'flowComponents.ask.expires',
  description: 'flowComponents.ask.expiresHint',
  min: 1,
  max: 43_200,
};

const waiting = { retryText: '', maxAttempts: 3, expiresAfterMinutes: 1440, cancelWords: [] };

/** Components that wait for the next message of the user. */
export const questionKinds: Kinds<'ask' | 'form'> = {
  ask: {
    label: 'flowComponents.ask.label',
    group: 'replies',
    about: 'flowComponents.ask.about',
    summary: ({ text, saveAs }) => `${text || t('flowComponents.reply.empty')} → ${saveAs}`,
    initial: (names) => ({
      ...waiting,
      text: t('flowComponents.ask.initialText'),
      choices: [],
      acceptOther: false,
      check: 'none',
      pattern: '',
      saveAs: names.variable('answer'),
      saveFilesAs: null,
    }),
    fields: [
      {
        kind: 'template',
        name: 'text',
        label: 'flowComponents.ask.text',
        description: 'flowComponents.ask.textHint',
        lines: 3,
      },
      saveAs('flowComponents.ask.saveAsHint'),
      {
        kind: 'words',
        name: 'choices',
        label: 'flowComponents.ask.choices',
        description: 'flowComponents.ask.choicesHint',
      },
      { kind: 'switch', name: 'acceptOther', label: 'flowComponents.ask.acceptOther' },
      {
        kind: 'select',
        name: 'check',
        label: 'flowComponents.ask.check',
        options: [
          { value: 'none', label: 'flowComponents.ask.check.none' },
          { value: 'number', label: 'flowComponents.ask.check.number' },
          { value: 'email', label: 'flowComponents.ask.check.email' },
          { value: 'phone', label: 'flowComponents.ask.check.phone' },
          { value: 'date', label: 'flowComponents.ask.check.date' },
          { value: 'pattern', label: 'flowComponents.ask.check.pattern' },
        ],
      },
      {
        kind: 'text',
        name: 'pattern',
        label: 'flowComponents.ask.pattern',
        description: 'flowComponents.ask.patternHint',
        shownIf: { name: 'check', is: 'pattern' },
      },
      {
        kind: 'template',
        name: 'retryText',
        label: 'flowComponents.ask.retryText',
        description: 'flowComponents.ask.retryTextHint',
        lines: 2,
      },
      {
        kind: 'number',
        name: 'maxAttempts',
        label: 'flowComponents.ask.maxAttempts',
        description: 'flowComponents.ask.maxAttemptsHint',
        min: 1,
        max: 10,
      },
      cancelWords,
      expires,
      {
        kind: 'variable',
        name: 'saveFilesAs',
        label: 'flowComponents.ask.saveFilesAs',
        description: 'flowComponents.ask.saveFilesAsHint',
        isOptional: true,
      },
    ],
  },
  form: {
    label: 'flowComponents.form.label',
    group: 'replies',
    about: 'flowComponents.form.about',
    summary: ({ fields, saveAs }) =>
      t('flowComponents.form.summary', { count: fields.length, variable: saveAs }),
    initial: (names) => ({
      ...waiting,
      text: t('flowComponents.form.initialText'),
      fields: [
        {
          name: 'name',
          label: t('flowComponents.form.initialLabel'),
          type: 'text',
          required: true,
          description: '',
          choices: [],
        },
      ],
      saveAs: names.variable('form'),
    }),
    fields: [
      {
        kind: 'template',
        name: 'text',
        label: 'flowComponents.form.text',
        description: 'flowComponents.form.textHint',
        lines: 2,
      },
      { kind: 'form-fields', name: 'fields', label: 'flowComponents.form.fields' },
      saveAs('flowComponents.form.saveAsHint'),
      {
        kind: 'template',
        name: 'retryText',
        label: 'flowComponents.ask.retryText',
        description: 'flowComponents.form.retryTextHint',
        lines: 2,
      },
      {
        kind: 'number',
        name: 'maxAttempts',
        label: 'flowComponents.ask.maxAttempts',
        description: 'flowComponents.form.maxAttemptsHint',
        min: 1,
        max: 10,
      },
      cancelWords,
      expires,
    ],
  },
};
