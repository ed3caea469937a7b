import { type IpRange, parseIpAddress, parseIpRange, rangeContains } from '../ip-address.ts';
import { isForbiddenAddress, specialAddressName } from './special-addresses.ts';

/** Names under which clouds serve machine credentials. Their addresses are link-local; this is a second check. */
const metadataHosts = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.azure.com',
  'instance-data',
  'instance-data.ec2.internal',
]);

interface AllowEntry {
  host?: string;
  range?: IpRange;
  /** Every port if absent. */
  port?: number;
}

export interface EgressPolicy {
  /** The host is allowed by name: it may resolve to any address that is not forbidden. */
  allowsHost(hostname: string, port: number): boolean;
  /** The rule that a host name breaks, whatever it resolves to. Undefined if none. */
  blockedHost(hostname: string, port: number): string | undefined;
  /** The rule that an address breaks. Undefined if it is allowed. */
  blockedAddress(address: string, port: number): string | undefined;
  /** The rule that an address breaks and that no configuration can lift: link-local and cloud metadata. */
  forbiddenAddress(address: string): string | undefined;
}

export const normalizeHost = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '');

export const isLocalhostName = (hostname: string): boolean => {
  const host = normalizeHost(hostname);
  return host === 'localhost' || host.endsWith('.localhost');
};

const splitPort = (entry: string): { rest: string; port?: number } | undefined => {
  const match = /^(\[[^\]]*\]|[^:]*):(\d{1,5})$/.exec(entry);
  if (match === null) return { rest: entry };
  const port = Number(match[2]);
  return port > 0 && port <= 65_535 ? { rest: match[1]!, port } : undefined;
};

const hostPattern = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

const parseEntry = (entry: string): AllowEntry => {
  const split = splitPort(entry.trim());
  if (split !== undefined) {
    const { rest, port } = split;
    const range = parseIpRange(rest);
    if (range !== undefined) return { range, port };
    const host = normalizeHost(rest);
    // An entry like 10.0.0/8 or 300.1.1.1 was meant as an address; as a name it would never match.
    if (hostPattern.test(host) && !/(^|\.)\d+$/.test(host)) return { host, port };
  }
  throw new Error(`"${entry}" is not a host, host:port, address or CIDR range`);
};

/** Throws on the first entry that is not a host, host:port, address, address:port or CIDR range. */
export const createEgressPolicy = (allow: readonly string[]): EgressPolicy => {
  const entries = allow.map(parseEntry);
  const portFits = (entry: AllowEntry, port: number): boolean =>
    entry.port === undefined || entry.port === port;

  const allowsHost = (hostname: string, port: number): boolean => {
    const host = normalizeHost(hostname);
    return entries.some((entry) => entry.host === host && portFits(entry, port));
  };

  const blockedHost = (hostname: string, port: number): string | undefined =>
    metadataHosts.has(normalizeHost(hostname)) && !allowsHost(hostname, port)
      ? 'is a cloud metadata service'
      : undefined;

  const forbiddenAddress = (text: string): string | undefined => {
    const address = parseIpAddress(text);
    if (address === undefined) return 'not an address';
    return isForbiddenAddress(address)
      ? 'a link-local or cloud metadata address, which is never called'
      : undefined;
  };

  const blockedAddress = (text: string, port: number): string | undefined => {
    const address = parseIpAddress(text);
    if (address === undefined) return 'not an address';
    const name = specialAddressName(address);
    if (name === undefined) return undefined;
    if (isForbiddenAddress(address)) return name;
    const opened = entries.some(
      (entry) => entry.range !== undefined && rangeContains(entry.range, address) && portFits(entry, port),
    );
    return opened ? undefined : name;
  };

  return { allowsHost, blockedHost, blockedAddress, forbiddenAddress };
};
