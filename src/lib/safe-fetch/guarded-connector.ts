import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { EgressError } from './egress-error.ts';
import type { EgressPolicy } from './egress-policy.ts';
import type { Lookup, ResolvedAddress } from './resolve-host.ts';

interface GuardedConnectorOptions {
  port: number;
  connectTimeoutMs: number;
  lookup: Lookup;
  /** Absent for servers the operator configured: nothing is refused. */
  policy: EgressPolicy | undefined;
  onBlocked(hostname: string, rule: string): void;
}

/**
 * Opens connections of one origin. The check sits where the socket gets its address, so the address that was
 * judged is the address that is connected to: a name that answers differently the second time gains nothing.
 */
export const createGuardedConnector = (options: GuardedConnectorOptions): buildConnector.connector => {
  const { port, policy } = options;

  const blocked = (hostname: string, rule: string): EgressError => {
    options.onBlocked(hostname, rule);
    return new EgressError('blocked', `${hostname} ${rule}; it is not in the list of allowed hosts`);
  };

  const onlyAllowed = (hostname: string, found: ResolvedAddress[]): ResolvedAddress[] => {
    if (policy === undefined || policy.allowsHost(hostname, port)) return found;
    const allowed = found.filter(({ address }) => policy.blockedAddress(address, port) === undefined);
    if (allowed.length === 0 && found.length > 0) {
      throw blocked(hostname, `resolves to ${policy.blockedAddress(found[0]!.address, port)}`);
    }
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
    // HTTP/1.1 only: one well-trodden path for timeouts, aborts and limits.
    allowH2: false,
    autoSelectFamily: true,
    lookup: guardedLookup,
  });

  const brokenRule = (hostname: string): string | undefined => {
    if (policy === undefined) return undefined;
    // Literals never pass through the lookup.
    if (isIP(hostname) === 0) return policy.blockedHost(hostname, port);
    const name = policy.blockedAddress(hostname, port);
    return name && `is ${name}`;
  };

  return (target, callback) => {
    const rule = brokenRule(target.hostname);
    if (rule === undefined) connect(target, callback);
    // On a later tick, as a socket would: the pool is still in the middle of handing over the request.
    else process.nextTick(callback, blocked(target.hostname, rule), null);
  };
};
