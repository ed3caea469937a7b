import { parseIpAddress } from '../lib/ip-address.ts';
import { ConfigError } from './config-error.ts';
import type { Settings } from './settings-schema.ts';

/** The OpenID provider people sign in with. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Absent: a public client, which PKCE protects. */
  clientSecret: string | undefined;
  /** What the console calls the provider. */
  name: string;
  scopes: string[];
  /** Lower case; empty: every domain. */
  emailDomains: string[];
}

const isLoopback = (hostname: string): boolean => {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  const address = parseIpAddress(hostname.replace(/^\[|\]$/g, ''));
  return address !== undefined && (hostname === '[::1]' || /^127\./.test(hostname));
};

const readIssuer = (issuer: string): string => {
  const url = new URL(issuer);
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw new ConfigError('FRONTDESK_OIDC_ISSUER must be a URL without user name, query and fragment');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new ConfigError('FRONTDESK_OIDC_ISSUER must start with https://, except on this machine');
  return issuer;
};

export const readOidc = (settings: Settings['oidc']): OidcSettings | undefined => {
  const { issuer, clientId, clientSecret, name, scopes } = settings;
  const emailDomains = settings.emailDomains.map((domain) => domain.toLowerCase().replace(/^@/, ''));
  if (issuer === undefined || clientId === undefined) {
    if (issuer !== undefined)
      throw new ConfigError('FRONTDESK_OIDC_CLIENT_ID is missing beside FRONTDESK_OIDC_ISSUER');
    if (clientId !== undefined || clientSecret !== undefined || emailDomains.length > 0)
      throw new ConfigError('FRONTDESK_OIDC_ISSUER is missing beside the rest of single sign-on');
    return undefined;
  }
  if (!scopes.includes('openid')) throw new ConfigError('FRONTDESK_OIDC_SCOPES must contain openid');
  return { issuer: readIssuer(issuer), clientId, clientSecret, name, scopes, emailDomains };
};
