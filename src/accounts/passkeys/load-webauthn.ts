const formats = [
  'android-key',
  'android-safetynet',
  'apple',
  'fido-u2f',
  'mds',
  'none',
  'packed',
  'tpm',
] as const;

const load = async () => {
  const library = await import('@simplewebauthn/server');
  for (const identifier of formats)
    library.SettingsService.setRootCertificates({ identifier, certificates: [] });
  return library;
};

let loading: ReturnType<typeof load> | undefined;

/**
 * The WebAuthn library, loaded before the first passkey, because loading takes longer than the rest of the start.
 *
 * The service requests no attestation, so no root certificate is trusted. Otherwise the library would check the chain
 * of an attestation that a browser sends unasked, and fetch the revocation lists that its certificates name.
 */
export const loadWebauthn = () => {
  loading ??= load();
  return loading;
};
