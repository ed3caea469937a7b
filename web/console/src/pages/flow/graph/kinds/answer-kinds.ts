import { modelFields, saveAs } from './field.ts';
import { type Kinds, unsetModel } from './kind.ts';

export const answerKinds: Kinds<'reply' | 'model' | 'human-service'> = {
  reply: {
    label: 'Reply',
    group: 'answer',
    explains: 'Says a text; one output of the answer',
    summary: ({ text }) => text || 'Says nothing yet',
    initial: () => ({ text: '', output: null }),
    fields: [
      { kind: 'template', name: 'text', label: 'Text', lines: 4 },
      {
        kind: 'select',
        name: 'output',
        label: 'Given as',
        options: [
          { value: '', label: "As the agent's settings say" },
          { value: 'text', label: 'Text' },
          { value: 'audio', label: 'Audio' },
          { value: 'both', label: 'Text and audio' },
        ],
      },
    ],
  },
  model: {
    label: 'Model',
    group: 'answer',
    explains: 'Lets a model write a text',
    summary: ({ prompt, saveAs }) => `${prompt || 'Answers the question'} → ${saveAs}`,
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
        label: 'Prompt',
        lines: 6,
        description: 'What the model is told to be and to do',
      },
      { kind: 'template', name: 'question', label: 'Question', lines: 2, empty: "The user's question" },
      {
        kind: 'passages',
        name: 'passages',
        label: 'Passages it reads',
        description: 'Of retrieval components that run before it',
      },
      saveAs('The variable that gets the text'),
      { kind: 'memory', name: 'memory', label: 'Memory' },
      { kind: 'switch', name: 'tools', label: "May use the agent's tools" },
      ...modelFields,
    ],
  },
  'human-service': {
    label: 'Human service',
    group: 'answer',
    explains: 'Asks a person to take over',
    summary: () => 'A person takes over',
    initial: () => ({}),
    fields: [],
  },
};
