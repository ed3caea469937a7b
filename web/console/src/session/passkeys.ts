import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { SignInMethods } from '../api/derived-types.ts';
import type { Routes } from '../api/generated.ts';

const loadLibrary = () => import('@simplewebauthn/browser');

/** What the service passes on to the browser as it is; its form belongs to WebAuthn, not to the API. */
type Options = Routes['/account/passkeys/options']['post']['answer'];

/** The browser asks the person for one of their passkeys. */
export const askForPasskey = async (options: Options) => {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await loadLibrary()).startAuthentication({ optionsJSON });
};

/** The browser makes a passkey for this site. */
export const makePasskey = async (options: Options) => {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await loadLibrary()).startRegistration({ optionsJSON });
};

const failures: Record<string, string> = {
  NotAllowedError: 'The browser’s question was closed or took too long. Try again.',
  AbortError: 'The browser’s question was closed. Try again.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'The browser offers no passkeys at this address.',
};

/** What a failed call of the browser means, or undefined when the error comes from elsewhere. */
export const passkeyFailure = (error: unknown): string | undefined =>
  error instanceof Error ? failures[error.name] : undefined;

/** Why passkeys cannot be used in this browser at this address; undefined where they can. */
export const passkeyObstacle = ({ origin, problem }: SignInMethods['passkeys']): string | undefined => {
  if (problem === 'ip-address')
    return 'Passkeys belong to a host name. Open the console at a name instead of an IP address, on the same machine for example as localhost.';
  if (problem === 'insecure')
    return 'Browsers offer passkeys over https only. Serve the console over https, or open it as localhost.';
  if (location.origin !== origin) return `Passkeys work at ${origin} only. Open the console there.`;
  if (typeof PublicKeyCredential === 'undefined') return 'This browser does not support passkeys.';
  return undefined;
};
