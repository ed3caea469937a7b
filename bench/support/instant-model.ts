import type { Model, Models } from '../../src/models/index.ts';

export const replyDeltas = ['This is ', 'an instant ', 'reply.'];

const usage = {
  promptTokens: 20,
  promptAudioTokens: 0,
  completionTokens: 6,
  reasoningTokens: 0,
  completionAudioTokens: 0,
  estimated: false,
};

/** Answers at once, so that everything except the model is measured. */
const instantModel: Model = {
  name: 'instant',
  takes: { image: false, audio: false, document: false },
  answer: async (_request, tell) => {
    for (const text of replyDeltas) tell({ type: 'text-delta', text });
    tell({ type: 'finish', reason: 'stop', usage });
  },
};

export const instantModels: Models = { resolve: () => instantModel };
