import { t } from '../../../../messages/translate.ts';
import { modelFields, saveAs } from './field.ts';
import { type Kinds, unsetModel } from './kind.ts';

export const replyKinds: Kinds<'reply' | 'model' | 'human-service'> = {
  reply: {
    label: 'flowComponents.reply.label',
    group: 'replies',
    about: 'flowComponents.reply.about',
    summary: ({ text }) => text || t('flowComponents.reply.empty'),
    initial: () => ({ text: '', output: null }),
    fields: [
      { kind: 'template', name: 'text', label: 'flowComponents.text', lines: 4 },
      {
        kind: 'select',
        name: 'output',
        label: 'flowComponents.reply.output',
        options: [
          { value: '', label: 'flowComponents.agentDefault' },
          { value: 'text', label: 'flowComponents.text' },
          { value: 'audio', label: 'flowComponents.reply.audio' },
          { value: 'both', label: 'flowComponents.reply.both' },
        ],
      },
    ],
  },
  model: {
    label: 'flowComponents.model.label',
    group: 'replies',
    about: 'flowComponents.model.about',
    summary: ({ prompt, saveAs }) => `${prompt || t('flowComponents.model.noPrompt')} → ${saveAs}`,
    initial: (names) => ({
      ...unsetModel,
      prompt: '',
      question: null,
      memory: { shortTerm: true, longTerm: true },
      passages: [],
      tools: false,
      saveAs: names.variable('answer'),
    }),
    fields: [
      {
        kind: 'template',
        name: 'prompt',
        label: 'flowComponents.model.prompt',
        lines: 6,
        description: 'flowComponents.model.promptHint',
      },
      {
        kind: 'template',
        name: 'question',
        label: 'flowComponents.model.question',
        lines: 2,
        empty: 'flowComponents.model.userMessage',
      },
      {
        kind: 'passages',
        name: 'passages',
        label: 'flowComponents.model.chunks',
        description: 'flowComponents.model.chunksHint',
      },
      saveAs('flowComponents.saveAs.text'),
      { kind: 'memory', name: 'memory', label: 'flowComponents.model.memory' },
      { kind: 'switch', name: 'tools', label: 'flowComponents.model.tools' },
      ...modelFields,
    ],
  },
  'human-service': {
    label: 'flowComponents.handoff.label',
    group: 'replies',
    about: 'flowComponents.handoff.about',
    summary: () => t('flowComponents.handoff.summary'),
    initial: () => ({}),
    fields: [],
  },
};
