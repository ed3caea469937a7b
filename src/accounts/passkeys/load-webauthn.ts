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
 * The WebAuthn library, loaded before the first passkey: that takes longer than the rest of the service's start.
 *
 * The service asks for no attestation, so no root certificate is trusted. With one the library would check the chain
 * of an attestation that a browser sends unasked, and fetch the revocation lists that the certificates name.
 */
export const loadWebauthn = () => {
  loading ??= load();
  return loading;
};
