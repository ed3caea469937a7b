import type { Agent } from '../../agents/index.ts';
import { AppError } from '../../lib/errors.ts';
import { isWithinTokenLimit } from '../../lib/tokens.ts';
import type { Model } from '../../models/index.ts';
import type { StoredPart } from '../../rounds/index.ts';
import { isReadByModel } from '../files/read-parts.ts';
import type { IncomingPart } from './send-input.ts';

/** Files of a kind that neither the agent nor its model reads are rejected. */
export const checkModality = (agent: Agent, model: Pick<Model, 'takes'>, parts: StoredPart[]): void => {
  const kinds = new Set(parts.flatMap((part) => (part.type === 'text' ? [] : [part.type])));
  for (const kind of kinds) {
    if (!isReadByModel(agent, model, kind) || model.takes[kind]) continue;
    if (kind === 'image') throw new AppError('imageNotSupported');
    throw new AppError('invalidParameter', `The agent's model does not support ${kind} content`);
  }
};

/** Only the text of the newest message counts, not the developer's turns or the text of files. */
export const checkLength = (agent: Agent, parts: readonly (IncomingPart | StoredPart)[]): void => {
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const limit = agent.settings.questionTokenLimit;
  if (!isWithinTokenLimit(text, limit))
    throw new AppError('questionTooLong', `The question is longer than the agent's limit of ${limit} tokens`);
};
