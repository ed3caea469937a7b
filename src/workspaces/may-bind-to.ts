import { isIP } from 'node:net';

const isLoopback = (host: string): boolean => {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === 'localhost') return true;
  if (isIP(bare) === 4) return bare.startsWith('127.');
  return bare === '::1' || bare.startsWith('::ffff:127.');
};

/**
 * Why the service must not listen on `host`, or undefined if it may. If others can reach it, the installer
 * must have defined who may operate it: the token of the first start was printed to a
 * terminal, and nobody may have read it.
 */
export const mayBindTo = (
  host: string,
  { adminTokenSet, passwordSet }: { adminTokenSet: boolean; passwordSet: boolean },
): string | undefined =>
  isLoopback(host) || adminTokenSet || passwordSet
    ? undefined
    : `HOST ${host} can be reached from other machines: set FRONTDESK_ADMIN_TOKEN, or create an operator with "frontdesk operator create", and start again`;
