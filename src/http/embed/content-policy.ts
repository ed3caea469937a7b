import type { Agent } from '../../agents/index.ts';
import { allowedOriginsOf } from '../../channels/index.ts';

const imageHost = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

/** Only our own origin, and images of the hosts in the agent's settings. */
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
