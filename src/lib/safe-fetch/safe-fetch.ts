import { isIP } from 'node:net';
import { Agent, type Dispatcher, Pool } from 'undici';
import { checkedUrl } from './checked-url.ts';
import { EgressError } from './egress-error.ts';
import { shownHost } from './egress-failure.ts';
import { createEgressPolicy } from './egress-policy.ts';
import { type ExchangeLimits, exchange, type OutgoingRequest, type RequestBody } from './exchange.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { isRedirect, redirectedRequest } from './redirect.ts';
import { createOutsideLookup, type Lookup, lookupBySystem, withLocalhost } from './resolve-host.ts';
import { createSafeResponse, type SafeResponse } from './safe-response.ts';

export interface SafeFetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: RequestBody;
  /** Aborts the call with the reason of the signal. */
  signal?: AbortSignal;
  /** Name resolution, TCP and TLS. There is one pool per value, so pass constants. */
  connectTimeoutMs?: number;
  headersTimeoutMs?: number;
  /** Maximum time between two chunks of the body. */
  idleTimeoutMs?: number;
  /** From the call to the last byte of the body, including redirects. */
  totalTimeoutMs?: number;
  /** Of the body, after decompression. */
  maxBytes?: number;
  /** Received but unread bytes above which the connection is paused; default: 256 KB. */
  bufferBytes?: number;
  /** Maximum number of redirects. 'refuse' makes a redirect an error. */
  redirects?: 'refuse' | number;
  /** For servers that the installation configured: private addresses are allowed, all other rules apply. */
  trusted?: boolean;
}

export interface SafeFetch {
  (url: string | URL, options?: SafeFetchOptions): Promise<SafeResponse>;
  /** An address of a host that may be called, for other protocols than HTTP. Rejects with an EgressError. */
  resolve(hostname: string, port: number): Promise<string>;
  /** Closes every pool. Running calls fail. */
  close(): Promise<void>;
}

interface SafeFetchDependencies {
  /** Hosts, host:port, addresses or CIDR ranges of private networks that are allowed. */
  allow: readonly string[];
  /** Replaces name resolution in tests. */
  lookup?: Lookup;
  log?: { warn(fields: object, message: string): void };
}

const defaults = {
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  idleTimeoutMs: 300_000,
  totalTimeoutMs: 60_000,
  maxBytes: 16 * 1024 * 1024,
};

/** Headers of the connection, not of the caller. A custom Host would also change the TLS server name. */
const connectionHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'proxy-connection',
  'accept-encoding',
]);

const sentHeaders = (headers: Record<string, string> | undefined): Record<string, string> => {
  const sent: Record<string, string> = { 'accept-encoding': 'identity' };
  for (const name in headers) {
    const lower = name.toLowerCase();
    if (!connectionHeaders.has(lower)) sent[lower] = headers[name]!;
  }
  return sent;
};

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/** All outgoing network calls go through this function. */
export const createSafeFetch = ({ allow, lookup, log }: SafeFetchDependencies): SafeFetch => {
  const policy = createEgressPolicy(allow);
  const trustedLookup = withLocalhost(lookup ?? lookupBySystem);
  const outsideLookup = withLocalhost(lookup ?? createOutsideLookup());
  const agents = new Map<string, Agent>();
  /** Origins of trusted servers, and whether an untrusted call would be blocked there. */
  const internal = new Map<string, boolean>();
  let closed = false;

  const isInternal = (hostname: string, address: string, port: number): boolean =>
    !policy.allowsHost(hostname, port) && policy.blockedAddress(address, port) !== undefined;

  const createAgent = (trusted: boolean, connectTimeoutMs: number): Agent =>
    new Agent({
      // Many servers close idle connections after 5 s without notice; close them earlier.
      keepAliveTimeout: 4000,
      allowH2: false,
      factory: (origin, options) => {
        const { hostname } = new URL(origin);
        const port = portOf(new URL(origin));
        const connect = createGuardedConnector({
          port,
          connectTimeoutMs,
          // An allowed host may be known only to the hosts file or a search domain.
          lookup: trusted || policy.allowsHost(hostname, port) ? trustedLookup : outsideLookup,
          policy,
          trusted,
          onBlocked: (host, rule) => log?.warn({ host, rule }, 'outgoing call blocked'),
          onConnected: (address) => {
            if (trusted) internal.set(String(origin), isInternal(hostname, address, port));
          },
        });
        return new Pool(origin, { ...(options as Pool.Options), connect });
      },
    });

  /** Trusted and other calls never share a connection, because different rules apply. */
  const agentFor = (trusted: boolean, connectTimeoutMs: number): Agent => {
    const key = `${trusted} ${connectTimeoutMs}`;
    let agent = agents.get(key);
    if (agent === undefined) {
      agent = createAgent(trusted, connectTimeoutMs);
      agents.set(key, agent);
    }
    return agent;
  };

  const safeFetch = async (target: string | URL, options: SafeFetchOptions = {}): Promise<SafeResponse> => {
    const { redirects = 'refuse', trusted = false, maxBytes = defaults.maxBytes } = options;
    const connectTimeoutMs = options.connectTimeoutMs ?? defaults.connectTimeoutMs;
    const totalTimeoutMs = options.totalTimeoutMs ?? defaults.totalTimeoutMs;
    const startMs = performance.now();
    let request: OutgoingRequest = {
      url: checkedUrl(target),
      method: options.method?.toUpperCase() ?? 'GET',
      headers: sentHeaders(options.headers),
      body: options.body,
    };
    const trustedOrigin = trusted ? request.url.origin : undefined;

    for (let hops = 0; ; hops += 1) {
      const { url, method } = request;
      if (closed)
        throw new EgressError(
          'unreachable',
          `${shownHost(url.host)} was not called: the service is stopping`,
        );
      const limits: ExchangeLimits = {
        headersTimeoutMs: options.headersTimeoutMs ?? defaults.headersTimeoutMs,
        idleTimeoutMs: options.idleTimeoutMs ?? defaults.idleTimeoutMs,
        remainingMs: Math.max(1, totalTimeoutMs - (performance.now() - startMs)),
        maxBytes,
        bufferBytes: options.bufferBytes,
        signal: options.signal,
      };
      // The operator trusts the configured server, not the targets of its redirects.
      const isTrusted = url.origin === trustedOrigin;
      const dispatcher: Dispatcher = agentFor(isTrusted, connectTimeoutMs);
      const answer = await exchange(dispatcher, request, limits);
      if (!isRedirect(answer.status)) {
        const fromInside = isTrusted && (internal.get(url.origin) ?? true);
        return createSafeResponse(answer, { url, method, maxBytes, isInternal: fromInside });
      }

      await answer.stream.return();
      const limit = redirects === 'refuse' ? 0 : redirects;
      if (hops >= limit) {
        const rule = redirects === 'refuse' ? 'which is refused here' : `more than ${limit} times`;
        throw new EgressError('redirect', `${shownHost(url.host)} redirects, ${rule}`, {
          status: answer.status,
        });
      }
      request = redirectedRequest(request, answer.status, answer.headers.location);
    }
  };

  const resolve = async (hostname: string, port: number): Promise<string> => {
    const isOpen = policy.allowsHost(hostname, port);
    const refuse = (rule: string): EgressError => {
      log?.warn({ host: hostname, rule }, 'outgoing call blocked');
      return new EgressError(
        'blocked',
        `${shownHost(hostname)} ${rule}; it is not in the list of allowed hosts`,
      );
    };
    const named = isIP(hostname) === 0 ? policy.blockedHost(hostname, port) : undefined;
    if (named !== undefined) throw refuse(named);
    const family = isIP(hostname) === 6 ? 6 : 4;
    const found =
      isIP(hostname) === 0
        ? await (isOpen ? trustedLookup : outsideLookup)(hostname).catch(() => [])
        : [{ address: hostname, family }];
    const rules = found.map(
      ({ address }) =>
        policy.forbiddenAddress(address) ?? (isOpen ? undefined : policy.blockedAddress(address, port)),
    );
    const allowed = found.find((_, index) => rules[index] === undefined);
    if (allowed) return allowed.address;
    if (found.length > 0) throw refuse(`resolves to ${rules[0]}`);
    throw new EgressError('unreachable', `${shownHost(hostname)} has no address`);
  };

  const close = async (): Promise<void> => {
    closed = true;
    await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    agents.clear();
  };

  return Object.assign(safeFetch, { close, resolve });
};
