import type { Agent } from '../agents/index.ts';

/** A host as a policy may name it: `https://example.com`, also with a port or `*.` in front. */
const originPattern = /^(https?):\/\/(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*)(:\d{1,5})?\/?$/i;

/**
 * The origins in which the agent may be shown, in the form of browsers. Invalid entries are
 * dropped: in a policy they could end the list, or start another rule.
 */
export const allowedOriginsOf = ({ settings }: Pick<Agent, 'settings'>): string[] =>
  settings.allowedOrigins.flatMap((given) => {
    const text = given.trim();
    if (text === '*') return ['*'];
    const match = originPattern.exec(text);
    if (!match) return [];
    const [, scheme, wildcard = '', host, port = ''] = match;
    const origin = URL.parse(`${scheme}://${host}${port}`)?.origin;
    return origin ? [origin.replace('://', `://${wildcard}`)] : [];
  });

/** Whether an entry of the list matches this origin. `*` matches none here. */
const names = (entry: string, origin: string): boolean => {
  if (entry === origin) return true;
  const [scheme, below] = entry.split('://*.');
  return below !== undefined && origin.startsWith(`${scheme}://`) && origin.endsWith(`.${below}`);
};

/**
 * Whether the agent's settings list the page around the frame. If the browser does not report the page,
 * all pages that could show the frame must be listed: with `*` in the list, any site could.
 */
export const isNamedParent = (agent: Pick<Agent, 'settings'>, parentOrigin: string): boolean => {
  const entries = allowedOriginsOf(agent);
  if (parentOrigin === '') return !entries.includes('*');
  return parentOrigin === 'self' || entries.some((entry) => names(entry, parentOrigin));
};
