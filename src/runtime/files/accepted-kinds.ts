import type { Agent } from '../../agents/index.ts';
import type { Flows } from '../../flows/index.ts';
import type { MediaKind } from '../../models/index.ts';
import { readerOf } from '../admit.ts';
import type { ModelChoice } from '../ports.ts';
import { isReadByModel } from './read-parts.ts';

/** The kinds of files that a message to the agent may have, so that clients offer only these. */
export const acceptedKinds = async (
  agent: Agent,
  deps: { models: ModelChoice; flows: Pick<Flows, 'published'> },
): Promise<Record<MediaKind, boolean>> => {
  // An agent that cannot reply accepts no files.
  const reader = await readerOf(agent, deps).catch(() => undefined);
  const accepts = (kind: MediaKind): boolean =>
    reader !== undefined && (!isReadByModel(agent, reader, kind) || reader.takes[kind]);
  return { image: accepts('image'), audio: accepts('audio'), document: accepts('document') };
};
