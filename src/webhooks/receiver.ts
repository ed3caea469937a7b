import type { Agent } from '../agents/index.ts';
import type { DeliveryTarget } from './delivery.ts';

/** An agent has one configured address for each target. Health, back-off and concurrency belong to it. */
export interface ReceivingAddress {
  agentId: string;
  target: DeliveryTarget;
}

/** Names the address in groups of jobs. */
export const addressOf = ({ agentId, target }: ReceivingAddress): string => `${agentId} ${target}`;

export interface Receiver {
  url: string;
  /** Scheme, host and port. */
  origin: string;
  authorization: { scheme: 'Bearer' | 'Basic'; token: string } | null;
  signingSecrets: string[];
  disabled: boolean;
}

const appendPath = (base: string, path: string): string => {
  const url = new URL(base);
  if (path !== '') url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url.href;
};

/** Where the agent's settings of this moment send it; undefined when there is no usable address. */
export const receiverOf = (
  { settings: { webhook, humanService } }: Agent,
  target: DeliveryTarget,
  path = '',
): Receiver | undefined => {
  const { authorization, signingSecrets, disabled } = target === 'message' ? webhook : humanService;
  const base = target === 'message' ? webhook.url : humanService.baseUrl;
  if (base === null || !URL.canParse(base)) return undefined;
  const url = appendPath(base, path);
  return { url, origin: new URL(url).origin, authorization, signingSecrets, disabled };
};
