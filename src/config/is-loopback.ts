import { parseIpAddress } from '../lib/ip-address.ts';

/** `hostname`: of a URL, so an IPv6 address has brackets. */
export const isLoopback = (hostname: string): boolean => {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  const address = parseIpAddress(hostname.replace(/^\[|\]$/g, ''));
  return address !== undefined && (hostname === '[::1]' || /^127\./.test(hostname));
};
