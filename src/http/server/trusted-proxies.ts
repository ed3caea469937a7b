import { parseIpAddress, parseIpRange, rangeContains } from '../../lib/ip-address.ts';

/**
 * Whether an address belongs to one of our proxies. The client's address is the first from the right of X-Forwarded-For
 * that does not: the client may have written the entries further left.
 */
export const createTrustedProxies = (entries: readonly string[]) => {
  const ranges = entries.map((entry) => parseIpRange(entry)!);
  // A connection that has just broken has no address.
  return (address: string | undefined): boolean => {
    const parsed = parseIpAddress(address ?? '');
    return parsed !== undefined && ranges.some((range) => rangeContains(range, parsed));
  };
};
