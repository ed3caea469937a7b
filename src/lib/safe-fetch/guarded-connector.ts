import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { EgressError } from './egress-error.ts';
import type { EgressPolicy } from './egress-policy.ts';
import type { Lookup, ResolvedAddress } from './resolve-host.ts';

interface GuardedConnectorOptions {
  port: number;
  connectTimeoutMs: number;
  lookup: Lookup;
  policy: EgressPolicy;
  /** Servers that the installation configured: only link-local and metadata addresses are blocked. */
  trusted: boolean;
  onBlocked(hostname: string, rule: string): void;
  onConnected(address: string): void;
}

/**
 * Opens connections of one origin. The check is in the lookup of the socket, so the checked address is
 * the connected address: DNS rebinding has no effect.
 */
export const createGuardedConnector = (options: GuardedConnectorOptions): buildConnector.connector => {
  const { port, policy, trusted } = options;

  const blocked = (hostname: string, rule: string): EgressError => {
    options.onBlocked(hostname, rule);
    return new EgressError('blocked', `${hostname} ${rule}; it is not in the list of allowed hosts`);
  };

  const onlyAllowed = (hostname: string, found: ResolvedAddress[]): ResolvedAddress[] => {
    const isOpen = trusted || policy.allowsHost(hostname, port);
    const rule = (address: string): string | undefined =>
      policy.forbiddenAddress(address) ?? (isOpen ? undefined : policy.blockedAddress(address, port));
    const allowed = found.filter(({ address }) => rule(address) === undefined);
    if (allowed.length === 0 && found.length > 0)
      throw blocked(hostname, `resolves to ${rule(found[0]!.address)}`);
    return allowed;
  };

  const guardedLookup: LookupFunction = (hostname, { all }, callback) => {
    const answer = (addresses: ResolvedAddress[]): void => {
      const first = addresses[0];
      if (first === undefined) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
      if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    options
      .lookup(hostname)
      .then((found) => answer(onlyAllowed(hostname, found)))
      .catch((error: NodeJS.ErrnoException) => callback(error, all ? [] : '', 0));
  };

  const connect = buildConnector({
    timeout: options.connectTimeoutMs,
    // HTTP/1.1 only: one implementation of timeouts, aborts and limits.
    allowH2: false,
    autoSelectFamily: true,
    lookup: guardedLookup,
  });

  const brokenRule = (hostname: string): string | undefined => {
    // Literal addresses do not go through the lookup.
    if (isIP(hostname) === 0) return trusted ? undefined : policy.blockedHost(hostname, port);
    const name =
      policy.forbiddenAddress(hostname) ?? (trusted ? undefined : policy.blockedAddress(hostname, port));
    return name && `is ${name}`;
  };

  return (target, callback) => {
    const rule = brokenRule(target.hostname);
    if (rule === undefined)
      connect(target, (...[error, socket]) => {
        if (socket?.remoteAddress) options.onConnected(socket.remoteAddress);
        if (error) callback(error, null);
        else callback(null, socket);
      });
    // On a later tick, like a socket: the pool has not finished passing the request.
    else process.nextTick(callback, blocked(target.hostname, rule), null);
  };
};
