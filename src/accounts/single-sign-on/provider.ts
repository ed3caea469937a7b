import type { Configuration, CustomFetch } from 'openid-client';
import type { Clock } from '../../lib/clock.ts';
import { createFetch, type SafeFetch } from '../../lib/safe-fetch/index.ts';
import { SingleSignOnError } from './single-sign-on-error.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Name of the provider in the console. */
  name: string;
  scopes: string[];
  /** Allowed e-mail domains. Empty: all. */
  emailDomains: string[];
}

/** The redirect to the provider, and the state stored until the browser returns. */
export interface PendingAuthorization {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  /** Set if the provider must have asked for credentials at most this many seconds ago. */
  maxAgeSeconds?: number;
}

/** The identity that the provider reports. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  /** The provider reports that it checked more than one factor. */
  hasSecondFactor: boolean;
}

/** Keys and endpoints of a provider change rarely. A change is noticed after this time. */
const discoveryMs = 60 * 60_000;
const callTimeoutSeconds = 10;
const maxAnswerBytes = 1024 * 1024;

const loadLibrary = () => import('openid-client');

interface ProviderDependencies {
  settings: OidcSettings;
  safeFetch: SafeFetch;
  clock: Clock;
}

/**
 * The operator of the installation sets the issuer, so it may be on a private network. Other endpoints come from the
 * provider's response and follow the rules for all outgoing calls. Without TLS they are never called.
 */
const createProviderFetch = (safeFetch: SafeFetch, issuer: string): CustomFetch => {
  const { origin } = new URL(issuer);
  const limits = { maxBytes: maxAnswerBytes, totalTimeoutMs: callTimeoutSeconds * 1000 };
  const trusted = createFetch(safeFetch, { ...limits, trusted: true });
  const guarded = createFetch(safeFetch, limits);
  return (url, options) => {
    const target = new URL(url);
    if (target.origin !== origin && target.protocol !== 'https:')
      throw new TypeError(`The provider names an endpoint without TLS: ${target.origin}`);
    return (target.origin === origin ? trusted : guarded)(url, options as RequestInit);
  };
};

/** One OpenID provider, discovered at the first sign-in, because it may be down while the service starts. */
export const createOidcProvider = ({ settings, safeFetch, clock }: ProviderDependencies) => {
  let known: { configuration: Promise<Configuration>; atMs: number } | undefined;

  const discover = async (): Promise<Configuration> => {
    const client = await loadLibrary();
    const execute = [client.enableNonRepudiationChecks];
    if (new URL(settings.issuer).protocol === 'http:') execute.push(client.allowInsecureRequests);
    return client.discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret,
      settings.clientSecret === undefined ? client.None() : client.ClientSecretBasic(settings.clientSecret),
      {
        execute,
        timeout: callTimeoutSeconds,
        [client.customFetch]: createProviderFetch(safeFetch, settings.issuer),
      },
    );
  };

  const configuration = (): Promise<Configuration> => {
    const nowMs = clock.nowMs();
    if (known && Math.abs(nowMs - known.atMs) < discoveryMs) return known.configuration;
    const found = discover();
    known = { configuration: found, atMs: nowMs };
    found.catch(() => {
      // The next sign-in retries.
      if (known?.configuration === found) known = undefined;
    });
    return found;
  };

  const unreachable = (cause: unknown): SingleSignOnError =>
    new SingleSignOnError('provider-unreachable', { cause });

  /** The browser is redirected only with TLS, or to the issuer itself. */
  const authorizationUrl = (build: () => URL): URL => {
    try {
      const url = build();
      if (url.protocol === 'https:' || url.origin === new URL(settings.issuer).origin) return url;
      throw new Error(`The provider names an authorization endpoint at ${url.origin}`);
    } catch (error) {
      throw unreachable(error);
    }
  };

  return {
    settings,

    /** The URL for the redirect. */
    authorize: async (options: {
      redirectUri: string;
      /** The provider must ask for credentials again, at most this long ago. */
      maxAgeSeconds?: number;
    }): Promise<{ url: string; pending: PendingAuthorization }> => {
      const client = await loadLibrary();
      const pending: PendingAuthorization = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        ...options,
      };
      const found = await configuration().catch((error: unknown) => {
        throw unreachable(error);
      });
      const parameters = {
        redirect_uri: pending.redirectUri,
        scope: settings.scopes.join(' '),
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
        ...(options.maxAgeSeconds === undefined
          ? {}
          : { prompt: 'login', max_age: String(options.maxAgeSeconds) }),
      };
      const url = authorizationUrl(() => client.buildAuthorizationUrl(found, parameters));
      return { url: url.href, pending };
    },

    /** Checks the callback against the stored state. */
    finish: async (pending: PendingAuthorization, query: string): Promise<Identity> => {
      const client = await loadLibrary();
      const found = await configuration().catch((error: unknown) => {
        throw unreachable(error);
      });
      try {
        const tokens = await client.authorizationCodeGrant(
          found,
          new URL(`${pending.redirectUri}?${query}`),
          {
            expectedState: pending.state,
            expectedNonce: pending.nonce,
            pkceCodeVerifier: pending.codeVerifier,
            idTokenExpected: true,
            ...(pending.maxAgeSeconds === undefined ? {} : { maxAge: pending.maxAgeSeconds }),
          },
        );
        const claims = tokens.claims()!;
        // Many providers send the e-mail only there.
        const more =
          claims.email === undefined && found.serverMetadata().userinfo_endpoint
            ? await client.fetchUserInfo(found, tokens.access_token, claims.sub)
            : claims;
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: typeof more.email === 'string' ? more.email : undefined,
          isEmailVerified: more.email_verified === true,
          name: typeof more.name === 'string' ? more.name : undefined,
          hasSecondFactor: Array.isArray(claims.amr) && claims.amr.includes('mfa'),
        };
      } catch (error) {
        if (error instanceof client.AuthorizationResponseError)
          throw new SingleSignOnError(error.error === 'access_denied' ? 'denied' : 'provider-error', {
            cause: error,
          });
        throw new SingleSignOnError('answer-invalid', { cause: error });
      }
    },
  };
};

export type OidcProvider = ReturnType<typeof createOidcProvider>;
