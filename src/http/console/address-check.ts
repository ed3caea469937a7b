import { isIP } from 'node:net';
import { createEgressPolicy } from '../../lib/safe-fetch/index.ts';

/**
 * Says at saving what would be refused at calling, as far as the address alone tells: names are not
 * resolved here, since what they resolve to may change before the call, where it is checked again.
 */
export const createAddressCheck = (egressAllow: readonly string[]) => {
  const policy = createEgressPolicy(egressAllow);

  return (text: string): string | undefined => {
    const url = URL.parse(text);
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      return 'must be a URL starting with http:// or https://';
    if (url.username !== '' || url.password !== '') return 'must not contain a user or password';
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    const isLocalName = host === 'localhost' || host.endsWith('.localhost');
    const rule =
      policy.blockedHost(host, port) ??
      (isIP(host) || isLocalName
        ? policy.allowsHost(host, port)
          ? undefined
          : policy.blockedAddress(isLocalName ? '127.0.0.1' : host, port)
        : undefined);
    return rule && `${host} ${rule}; the administrator can allow it with FRONTDESK_EGRESS_ALLOW`;
  };
};
