import type { Agent } from '../agents/index.ts';
import type { AddressTarget, DeliveryTarget } from './delivery.ts';

/**
 * An agent has one configured address per target, and any number of connections to messaging platforms. Health, backoff and
 * concurrency are per address.
 */
export interface ReceivingAddress {
  agentId: string;
  target: DeliveryTarget;
  connectionId: string | null;
}

/** Name of the address as a group of jobs. */
export const addressOf = ({ agentId, target, connectionId }: ReceivingAddress): string =>
  connectionId === null ? `${agentId} ${target}` : `${agentId} ${target} ${connectionId}`;

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

/** The receiver in the agent's current settings. Undefined if there is no usable address. */
export const receiverOf = (
  { settings: { webhook, humanService } }: Pick<Agent, 'settings'>,
  target: AddressTarget,
  path = '',
): Receiver | undefined => {
  const { authorization, signingSecrets, disabled } = target === 'message' ? webhook : humanService;
  const base = target === 'message' ? webhook.url : humanService.baseUrl;
  if (base === null || !URL.canParse(base)) return undefined;
  const url = appendPath(base, path);
  return { url, origin: new URL(url).origin, authorization, signingSecrets, disabled };
};
