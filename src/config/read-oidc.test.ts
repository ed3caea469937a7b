import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from './config.ts';

const load = (environment: Record<string, string>) => loadConfig(environment, 'no-such-file.yaml').oidc;
const good = {
  FRONTDESK_OIDC_ISSUER: 'https://id.example.com/realms/staff',
  FRONTDESK_OIDC_CLIENT_ID: 'frontdesk',
};

test('without settings there is no single sign-on', () => {
  assert.equal(load({}), undefined);
});

test('issuer and client id are enough', () => {
  assert.deepEqual(load(good), {
    issuer: 'https://id.example.com/realms/staff',
    clientId: 'frontdesk',
    clientSecret: undefined,
    name: 'single sign-on',
    scopes: ['openid', 'email', 'profile'],
    emailDomains: [],
  });
  const domains = load({ ...good, FRONTDESK_OIDC_EMAIL_DOMAINS: '@Example.com, shop.example' });
  assert.deepEqual(domains?.emailDomains, ['example.com', 'shop.example']);
});

test('an issuer without TLS is accepted on this machine only', () => {
  for (const issuer of ['http://127.0.0.1:4000', 'http://localhost:4000/oidc', 'http://[::1]:4000'])
    assert.equal(load({ ...good, FRONTDESK_OIDC_ISSUER: issuer })?.issuer, issuer);
  for (const issuer of ['http://id.example.com', 'http://10.0.0.5', 'http://127.0.0.1.example.com'])
    assert.throws(
      () => load({ ...good, FRONTDESK_OIDC_ISSUER: issuer }),
      /FRONTDESK_OIDC_ISSUER must start with https/,
    );
});

test('incomplete settings and invalid values are rejected by name', () => {
  assert.throws(
    () => load({ FRONTDESK_OIDC_ISSUER: good.FRONTDESK_OIDC_ISSUER }),
    /OIDC_CLIENT_ID is required/,
  );
  assert.throws(() => load({ FRONTDESK_OIDC_CLIENT_SECRET: 'secret' }), /OIDC_ISSUER is required/);
  assert.throws(() => load({ ...good, FRONTDESK_OIDC_SCOPES: 'email' }), /OIDC_SCOPES must contain openid/);
  assert.throws(
    () => load({ ...good, FRONTDESK_OIDC_ISSUER: 'https://id.example.com/?a=b' }),
    /without user name, query or fragment/,
  );
});
