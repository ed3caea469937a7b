import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { isWeakSigningSecret } from './signing-secret.ts';

test('a secret needs 24 bytes, decoded from base64 after whsec_, otherwise as its own bytes', () => {
  const published = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`;
  assert.equal(isWeakSigningSecret(published(23)), true);
  assert.equal(isWeakSigningSecret(published(24)), false);
  assert.equal(isWeakSigningSecret('x'.repeat(23)), true);
  assert.equal(isWeakSigningSecret('x'.repeat(24)), false);
  assert.equal(
    isWeakSigningSecret(`whsec_${'!'.repeat(100)}`),
    true,
    'not base64: nothing is left to sign with',
  );
});
