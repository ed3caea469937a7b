import type { Agent } from '../agents/index.ts';

/** A host as a policy may name it: `https://example.com`, also with a port or `*.` in front. */
const originPattern = /^(https?):\/\/(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*)(:\d{1,5})?\/?$/i;

/**
 * The origins in which the agent may be shown, each as browsers write them. What is not an origin is left
 * out: in a policy it could end the list, or begin another rule.
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

/** Whether an entry of the list names this origin; `*` names nobody. */
const names = (entry: string, origin: string): boolean => {
  if (entry === origin) return true;
  const [scheme, below] = entry.split('://*.');
  return below !== undefined && origin.startsWith(`${scheme}://`) && origin.endsWith(`.${below}`);
};

/**
 * Whether the page around the frame is one that the agent's settings name. Where the browser does not tell which page
 * it is, all pages that could show the frame must be named: with `*` in the list, any site could.
 */
export const isNamedParent = (agent: Pick<Agent, 'settings'>, parentOrigin: string): boolean => {
  const entries = allowedOriginsOf(agent);
  if (parentOrigin === '') return !entries.includes('*');
  return parentOrigin === 'self' || entries.some((entry) => names(entry, parentOrigin));
};
