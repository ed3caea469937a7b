import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadWebauthn } from './load-webauthn.ts';

test('no root certificate is trusted, so no attestation makes the service fetch a revocation list', async () => {
  const { SettingsService } = await loadWebauthn();
  for (const identifier of ['android-key', 'android-safetynet', 'apple', 'mds'] as const)
    assert.deepEqual(SettingsService.getRootCertificates({ identifier }), [], identifier);
});
