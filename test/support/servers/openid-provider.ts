import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** An account at the provider. */
export interface ProviderAccount {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  /** Authentication methods that the provider reports. */
  amr?: string[];
}

export const providerClient = { id: 'frontdesk', secret: 'a client secret of the tests' };

const signingKey = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'test' };
};

const settings = (redirectUris: string[], current: () => ProviderAccount): Configuration => ({
  clients: [
    {
      client_id: providerClient.id,
      client_secret: providerClient.secret,
      redirect_uris: redirectUris,
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [signingKey()] },
  cookies: { keys: ['cookies of the tests'] },
  claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, sub) => ({
    accountId: sub,
    claims: async () => ({ ...current(), sub }),
  }),
});

/**
 * A real OpenID provider on loopback. It signs in as `signInAs` without a question. Null makes
 * it deny access.
 */
export const startOpenIdProvider = async () => {
  let account: ProviderAccount | null = { sub: 'nobody' };
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const createInteraction =
    (provider: Provider) =>
    async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { prompt, params, session } = await provider.interactionDetails(request, response);
      if (account === null)
        return provider.interactionFinished(request, response, { error: 'access_denied' });
      if (prompt.name === 'login') {
        const { sub: accountId, amr } = account;
        const login = { accountId, ...(amr ? { amr } : {}) };
        return provider.interactionFinished(request, response, { login });
      }
      const clientId = params.client_id as string;
      const grant = new provider.Grant({ accountId: session!.accountId, clientId });
      grant.addOIDCScope('openid email profile');
      return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    };

  /** Allows the redirect URI of the client. Call it once, before the first sign-in. */
  const register = (redirectUri: string): void => {
    const provider = new Provider(
      issuer,
      settings([redirectUri], () => account ?? { sub: 'nobody' }),
    );
    const [handle, interact] = [provider.callback(), createInteraction(provider)];
    server.on('request', (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
      interact(request, response).catch(() => response.writeHead(500).end());
    });
  };

  return {
    issuer,
    register,
    signInAs: (next: ProviderAccount | null): void => {
      account = next;
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** Follows the sign-in at the provider like a browser. Resolves with the URL to which it returns. */
export const followProvider = async (start: string): Promise<URL> => {
  const { origin } = new URL(start);
  const jar = new Map<string, string>();
  for (let url = new URL(start), hops = 0; hops < 10; hops += 1) {
    if (url.origin !== origin) return url;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  throw new Error('The provider redirects without end');
};
