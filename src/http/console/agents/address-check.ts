import { isIP } from 'node:net';
import { createEgressPolicy } from '../../../lib/safe-fetch/index.ts';
import { modelEndpoint } from '../../../models/index.ts';

const isSameAddress = (one: string, other: string | undefined): boolean =>
  other !== undefined && modelEndpoint(one) === modelEndpoint(other);

/**
 * Reports when saving what would be rejected when calling, as far as the URL shows it: names are not
 * resolved here, because the result may change before the call, which checks again.
 */
interface AddressCheckOptions {
  egressAllow: readonly string[];
  /** URL of the installation's own model server, which agents may use wherever it is. */
  modelBaseUrl?: string | undefined;
}

export const createAddressCheck = ({ egressAllow, modelBaseUrl }: AddressCheckOptions) => {
  const policy = createEgressPolicy(egressAllow);

  return (text: string, purpose: 'model' | 'call' = 'call'): string | undefined => {
    const url = URL.parse(text);
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      return 'must be a URL starting with http:// or https://';
    if (purpose === 'model' && isSameAddress(text, modelBaseUrl)) return undefined;
    if (url.username !== '' || url.password !== '') return 'must not contain a user or password';
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    const isLocalName = host === 'localhost' || host.endsWith('.localhost');
    const literal = isLocalName ? '127.0.0.1' : host;
    const forbidden = isIP(literal) ? policy.forbiddenAddress(literal) : undefined;
    if (forbidden) return `${host} is ${forbidden}`;
    const rule =
      policy.blockedHost(host, port) ??
      (isIP(host) || isLocalName
        ? policy.allowsHost(host, port)
          ? undefined
          : policy.blockedAddress(literal, port)
        : undefined);
    return rule && `${host} ${rule}; the administrator can allow it with FRONTDESK_EGRESS_ALLOW`;
  };
};
