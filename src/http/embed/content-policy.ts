import type { Agent } from '../../agents/index.ts';
import { allowedOriginsOf } from '../../channels/index.ts';
import { readImageHost } from '../../lib/origins/read-origin.ts';

/** Only our own origin, and images of the hosts in the agent's settings. */
export const chatPolicy = (agent: Agent, { frameAncestors }: { frameAncestors: string }): string => {
  const hosts = agent.settings.channels.imageHosts.flatMap((host) => {
    const reading = readImageHost(host);
    return reading.isValid ? [reading.value] : [];
  });
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

/** The preview shows only what the console posts to it. It can call nothing, and only our own pages may frame it. */
export const previewPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

export const frameAncestorsOf = (agent: Agent): string => ["'self'", ...allowedOriginsOf(agent)].join(' ');
