import { parseIpAddress, parseIpRange, rangeContains } from '../../lib/ip-address.ts';

/**
 * Whether an address is that of a proxy of ours. The client's is the first from the right of X-Forwarded-For
 * that is not: what stands further left, the client may have written itself.
 */
export const createTrustedProxies = (entries: readonly string[]) => {
  const ranges = entries.map((entry) => parseIpRange(entry)!);
  // A connection that has just broken has no address any more.
  return (address: string | undefined): boolean => {
    const parsed = parseIpAddress(address ?? '');
    return parsed !== undefined && ranges.some((range) => rangeContains(range, parsed));
  };
};
