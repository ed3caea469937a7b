import type { Agent } from '../../agents/index.ts';
import type { Flows } from '../../flows/index.ts';
import type { MediaKind } from '../../models/index.ts';
import { readerOf } from '../admission/admit.ts';
import type { ModelChoice } from '../ports.ts';
import { isReadByModel } from './read-parts.ts';

/** Who reads a file: the model, or the service, which turns it into text. Null if it is not accepted. */
export type KindReader = 'model' | 'service' | null;

/** The kinds of files that a message to the agent may have, so that clients offer only these. */
export const acceptedKinds = async (
  agent: Agent,
  deps: { models: ModelChoice; flows: Pick<Flows, 'published'> },
): Promise<Record<MediaKind, KindReader>> => {
  // An agent that cannot reply accepts no files.
  const reader = await readerOf(agent, deps).catch(() => undefined);
  const readerOfKind = (kind: MediaKind): KindReader => {
    if (!reader) return null;
    if (!isReadByModel(agent, reader, kind)) return 'service';
    return reader.takes[kind] ? 'model' : null;
  };
  return { image: readerOfKind('image'), audio: readerOfKind('audio'), document: readerOfKind('document') };
};
