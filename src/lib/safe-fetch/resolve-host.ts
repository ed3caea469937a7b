import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { isLocalhostName } from './egress-policy.ts';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Every address of a name, in the order of preference. Throws if there is none. */
export type Lookup = (hostname: string) => Promise<ResolvedAddress[]>;

const loopback: ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Lookup by the system: hosts file, search domains, and a thread of the shared pool during the lookup. */
export const lookupBySystem: Lookup = async (hostname) => {
  const found = await systemLookup(hostname, { all: true, order: 'ipv4first' });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

const asAddresses =
  (family: 4 | 6) =>
  (found: string[]): ResolvedAddress[] =>
    found.map((address) => ({ address, family }));

const hasNoAnswer = (error: unknown): boolean => {
  const code = (error as { code?: unknown }).code;
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ECONNREFUSED';
};

/** Queries the DNS server on the event loop. IPv4 first: many container hosts have no IPv6 route. */
export const createDnsLookup = (servers?: string[], timeoutMs = 3000): Lookup => {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname).then(asAddresses(4)),
      resolver.resolve6(hostname).then(asAddresses(6)),
    ]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    // The failure of a slow or broken server is more useful than "not found" of the other family.
    throw errors.find((error) => !hasNoAnswer(error)) ?? errors[0];
  };
};

/**
 * For names from outside. A name whose server answers slowly would block one of the few threads that file
 * writes share, so such names are resolved on the event loop. Only a name that DNS does not know is looked up
 * by the system, which also reads the hosts file.
 */
export const createOutsideLookup =
  (dns: Lookup = createDnsLookup(), system: Lookup = lookupBySystem): Lookup =>
  async (hostname) => {
    try {
      const addresses = await dns(hostname);
      if (addresses.length > 0) return addresses;
    } catch (error) {
      if (!hasNoAnswer(error)) throw error;
    }
    return system(hostname);
  };

/** localhost and names under it are the loopback addresses, whatever DNS returns. */
export const withLocalhost =
  (lookup: Lookup): Lookup =>
  async (hostname) =>
    isLocalhostName(hostname) ? loopback : lookup(hostname);
