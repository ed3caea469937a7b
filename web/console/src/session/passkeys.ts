import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { SignInMethods } from '../api/derived-types.ts';
import type { Routes } from '../api/generated.ts';
import { type LabelKey, t } from '../messages/translate.ts';

const loadLibrary = () => import('@simplewebauthn/browser');

/** WebAuthn options that the service passes to the browser unchanged. WebAuthn defines their fields, not the API. */
type Options = Routes['/account/passkeys/options']['post']['answer'];

/** The browser asks for one of the operator’s passkeys. */
export const askForPasskey = async (options: Options) => {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await loadLibrary()).startAuthentication({ optionsJSON });
};

/** The browser creates a passkey for this site. */
export const makePasskey = async (options: Options) => {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await loadLibrary()).startRegistration({ optionsJSON });
};

/** By the name of the error that the browser throws. */
const failures: Record<string, LabelKey> = {
  NotAllowedError: 'session.passkey.notAllowed',
  AbortError: 'session.passkey.aborted',
  InvalidStateError: 'session.passkey.exists',
  SecurityError: 'session.passkey.blocked',
};

/** Message for an error of the browser’s passkey functions; undefined for any other error. */
export const passkeyFailure = (error: unknown): string | undefined => {
  const label = error instanceof Error ? failures[error.name] : undefined;
  return label && t(label);
};

/** Why passkeys do not work in this browser at this address; undefined if they work. */
export const passkeyObstacle = ({ origin, problem }: SignInMethods['passkeys']): string | undefined => {
  if (problem === 'ip-address') return t('session.passkey.ipAddress');
  if (problem === 'insecure') return t('session.passkey.insecure');
  if (location.origin !== origin) return t('session.passkey.otherOrigin', { origin });
  if (typeof PublicKeyCredential === 'undefined') return t('session.passkey.unsupported');
  return undefined;
};
