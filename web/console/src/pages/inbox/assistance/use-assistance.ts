import { at } from '../../../api/address.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

/** What the agent's model can write in this session, and the language of the user. */
export const useAbilities = ({ id: sessionId }: InboxSession) =>
  useResource(at(useWorkspace().api, '/inbox/sessions/{sessionId}/assistance', { sessionId }), {
    staleMs: 60_000,
  }).data;

/** The language of the console. */
export const operatorLanguage = (): string => document.documentElement.lang;

const baseOf = (language: string): string => language.split('-')[0]!.toLowerCase();

/** True if texts in one language can be read by somebody who reads the other. */
export const isSameLanguage = (one: string, other: string): boolean => baseOf(one) === baseOf(other);

/** As for the service. */
export const longestTranslatedText = 10_000;
