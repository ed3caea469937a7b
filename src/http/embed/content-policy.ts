import type { Agent } from '../../agents/index.ts';

/** A host as a policy may name it: `https://example.com`, also with a port or `*.` in front. */
const originPattern = /^(https?):\/\/(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*)(:\d{1,5})?\/?$/i;

/**
 * The origins in which the agent may be shown, each as browsers write them. What is not an origin is left
 * out: in a policy it could end the list, or begin another rule.
 */
export const allowedOriginsOf = ({ settings }: Agent): string[] =>
  settings.allowedOrigins.flatMap((given) => {
    const text = given.trim();
    if (text === '*') return ['*'];
    const match = originPattern.exec(text);
    if (!match) return [];
    const [, scheme, wildcard = '', host, port = ''] = match;
    const origin = URL.parse(`${scheme}://${host}${port}`)?.origin;
    return origin ? [origin.replace('://', `://${wildcard}`)] : [];
  });

const imageHost = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

/** Ourselves alone, and pictures of the hosts the agent's settings name. */
export const chatPolicy = (agent: Agent, { frameAncestors }: { frameAncestors: string }): string => {
  const hosts = agent.settings.channels.imageHosts.filter((host) => imageHost.test(host));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...hosts.map((host) => `https://${host}`)].join(' '),
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');
};

export const frameAncestorsOf = (agent: Agent): string => ["'self'", ...allowedOriginsOf(agent)].join(' ');
