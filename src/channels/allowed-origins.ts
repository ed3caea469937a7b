import type { Agent } from '../agents/index.ts';
import { namesOrigin, readOrigin } from '../lib/origins/read-origin.ts';

/**
 * The origins in which the agent may be shown, in the form of browsers. Entries that an earlier version stored
 * without a check may be invalid. They are dropped: in a policy they could end the list, or start another rule.
 */
export const allowedOriginsOf = ({ settings }: Pick<Agent, 'settings'>): string[] =>
  settings.allowedOrigins.flatMap((given) => {
    const reading = readOrigin(given.trim().replace(/\/$/, ''));
    return reading.isValid ? [reading.value] : [];
  });

/**
 * Whether the agent's settings list the page around the frame. If the browser does not report the page,
 * all pages that could show the frame must be listed: with `*` in the list, any site could.
 */
export const isNamedParent = (agent: Pick<Agent, 'settings'>, parentOrigin: string): boolean => {
  const entries = allowedOriginsOf(agent);
  if (parentOrigin === '') return !entries.includes('*');
  return parentOrigin === 'self' || entries.some((entry) => namesOrigin(entry, parentOrigin));
};
