import type { OriginProblem, OriginReading } from './read-origin.ts';

const rules: Record<OriginProblem, string> = {
  empty: 'is empty',
  scheme: 'must begin with https:// or http://',
  'no-scheme': 'must be only a host, without https://',
  path: 'must not have a path, a slash at the end or a query',
  credentials: 'must not contain a user name or password',
  wildcard: 'may contain * only as the first part of a host name',
  port: 'must have a port from 1 to 65535, or none',
  ipv6: 'must have a host name, because browsers ignore IPv6 addresses here',
  host: 'must have a valid host name',
  'all-hosts': 'must name a host; * is not allowed here',
};

/** The end of a message that names the entry: the broken rule, and the correct form. */
export const describeOriginProblem = (
  { problem, suggestion }: Extract<OriginReading, { isValid: false }>,
  example: string,
): string => `${rules[problem]}; write ${suggestion ?? `an entry such as ${example}`}`;
