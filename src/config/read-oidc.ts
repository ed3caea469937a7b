import { ConfigError } from './config-error.ts';
import { isLoopback } from './is-loopback.ts';
import type { Settings } from './settings-schema.ts';

/** The OpenID provider for single sign-on. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** undefined: a public client, protected by PKCE. */
  clientSecret: string | undefined;
  /** Name of the provider in the console. */
  name: string;
  scopes: string[];
  /** Lower case; empty: every domain. */
  emailDomains: string[];
}

const readIssuer = (issuer: string): string => {
  const url = new URL(issuer);
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw new ConfigError('FRONTDESK_OIDC_ISSUER must be a URL without user name, query or fragment');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new ConfigError('FRONTDESK_OIDC_ISSUER must start with https://, except on this machine');
  return issuer;
};

export const readOidc = (settings: Settings['oidc']): OidcSettings | undefined => {
  const { issuer, clientId, clientSecret, name, scopes } = settings;
  const emailDomains = settings.emailDomains.map((domain) => domain.toLowerCase().replace(/^@/, ''));
  if (issuer === undefined || clientId === undefined) {
    if (issuer !== undefined)
      throw new ConfigError('FRONTDESK_OIDC_CLIENT_ID is required if FRONTDESK_OIDC_ISSUER is set');
    if (clientId !== undefined || clientSecret !== undefined || emailDomains.length > 0)
      throw new ConfigError('FRONTDESK_OIDC_ISSUER is required if another FRONTDESK_OIDC_ setting is set');
    return undefined;
  }
  if (!scopes.includes('openid')) throw new ConfigError('FRONTDESK_OIDC_SCOPES must contain openid');
  return { issuer: readIssuer(issuer), clientId, clientSecret, name, scopes, emailDomains };
};
