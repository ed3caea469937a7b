import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createTestClock } from '../../../test/support/time/test-clock.ts';
import { createSafeFetch } from '../../lib/safe-fetch/index.ts';
import { createOidcProvider } from './provider.ts';
import { SingleSignOnError } from './single-sign-on-error.ts';

const client = { id: 'frontdesk', secret: 'a secret of the client' };
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type Signer = (input: string) => string;
const es256 =
  (privateKey = key.privateKey): Signer =>
  (input) =>
    sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
const hs256 =
  (secret: string): Signer =>
  (input) =>
    createHmac('sha256', secret).update(input).digest('base64url');

interface FalseResponse {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  signer?: Signer;
  discovery?: Record<string, unknown>;
  /** Replaces the whole response of the token endpoint. */
  tokens?: Record<string, unknown>;
}

/** A provider whose responses the test controls. */
const startFalseProvider = async () => {
  let falseResponse: FalseResponse = {};
  let nonce = '';
  const server = createServer((request, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const nowSeconds = Math.floor(Date.now() / 1000);
    const answers: Record<string, () => object> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        ...falseResponse.discovery,
      }),
      '/keys': () => ({
        keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }],
      }),
      '/token': () => {
        const claims = {
          iss: issuer,
          sub: 'anna',
          aud: client.id,
          nonce,
          email: 'anna@example.com',
          email_verified: true,
          iat: nowSeconds,
          exp: nowSeconds + 300,
          ...falseResponse.claims,
        };
        const input = `${encode({ alg: 'ES256', kid: 'one', ...falseResponse.header })}.${encode(claims)}`;
        const idToken = `${input}.${(falseResponse.signer ?? es256())(input)}`;
        return falseResponse.tokens ?? { access_token: 'access', token_type: 'Bearer', id_token: idToken };
      },
    };
    const answer = answers[request.url ?? '']?.();
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const safeFetch = createSafeFetch({ allow: [] });
  const redirectUri = 'https://desk.example.com/console/api/sign-in/sso/callback';

  /** Signs in with the overrides in the responses of the provider. Resolves with the subject or the problem. */
  const signIn = async (response: FalseResponse, query: Record<string, string> = {}): Promise<string> => {
    falseResponse = response;
    const settings = {
      issuer,
      clientId: client.id,
      clientSecret: client.secret,
      name: 'Fake provider',
      scopes: ['openid', 'email'],
      emailDomains: [],
    };
    const provider = createOidcProvider({ settings, safeFetch, clock: createTestClock() });
    try {
      const { pending } = await provider.authorize({ redirectUri });
      nonce = pending.nonce;
      const search = new URLSearchParams({ code: 'a-code', state: pending.state, ...query });
      return (await provider.finish(pending, search.toString())).subject;
    } catch (error) {
      if (error instanceof SingleSignOnError) return error.problem;
      throw error;
    }
  };
  const close = async (): Promise<void> => {
    await safeFetch.close();
    server.closeAllConnections();
    server.close();
  };
  return { issuer, signIn, close };
};

test('an ID token is accepted only if it is signed by the provider, for this client, for this sign-in and not expired', async () => {
  const provider = await startFalseProvider();
  const nowSeconds = Math.floor(Date.now() / 1000);
  try {
    assert.equal(await provider.signIn({}), 'anna');
    const falseResponses: Record<string, FalseResponse> = {
      'wrong nonce': { claims: { nonce: 'of another sign-in' } },
      'no nonce': { claims: { nonce: undefined } },
      'wrong audience': { claims: { aud: 'another-client' } },
      'several audiences without an authorized party': { claims: { aud: [client.id, 'another-client'] } },
      'wrong issuer': { claims: { iss: 'https://id.example.com' } },
      'expired token': { claims: { iat: nowSeconds - 900, exp: nowSeconds - 600 } },
      'no expiry': { claims: { exp: undefined } },
      'no subject': { claims: { sub: undefined } },
      'unsigned token': { header: { alg: 'none' }, signer: () => '' },
      'key of another provider': { signer: es256(otherKey.privateKey) },
      'unknown key': { header: { kid: 'two' } },
      'signed with the client secret': { header: { alg: 'HS256' }, signer: hs256(client.secret) },
      'no ID token': { tokens: { access_token: 'access', token_type: 'Bearer' } },
      'no JSON object': { tokens: [] as never },
    };
    for (const [name, falseResponse] of Object.entries(falseResponses))
      assert.equal(await provider.signIn(falseResponse), 'answer-invalid', name);
  } finally {
    await provider.close();
  }
});

test('the callback must contain the state, and errors of the provider are distinguished', async () => {
  const provider = await startFalseProvider();
  try {
    assert.equal(await provider.signIn({}, { state: 'swapped' }), 'answer-invalid');
    assert.equal(await provider.signIn({}, { iss: 'https://id.example.com' }), 'answer-invalid');
    assert.equal(await provider.signIn({}, { error: 'access_denied' }), 'denied');
    assert.equal(await provider.signIn({}, { error: 'server_error' }), 'provider-error');
    assert.equal(await provider.signIn({}, { error: 'access_denied', state: 'swapped' }), 'answer-invalid');
  } finally {
    await provider.close();
  }
});

test('the discovery document cannot point the service at private networks or away from TLS', async () => {
  const provider = await startFalseProvider();
  try {
    for (const address of [
      'http://169.254.169.254/latest',
      'https://169.254.169.254/latest',
      'https://10.0.0.1/token',
      'https://127.0.0.1:1/token',
      'http://id.example.com/token',
    ])
      assert.equal(
        await provider.signIn({ discovery: { token_endpoint: address } }),
        'answer-invalid',
        address,
      );
    for (const address of ['http://id.example.com/authorize', 'javascript:alert(1)'])
      assert.equal(
        await provider.signIn({ discovery: { authorization_endpoint: address } }),
        'provider-unreachable',
        address,
      );
    const foreign = await provider.signIn({ discovery: { issuer: 'https://id.example.com' } });
    assert.equal(foreign, 'provider-unreachable', 'a document of another issuer');
  } finally {
    await provider.close();
  }
});
