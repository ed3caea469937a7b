import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Type } from 'typebox';

const Base64Url = Type.String({ maxLength: 20_000, pattern: '^[A-Za-z0-9_-]*$' });
const OptionalBase64Url = Type.Optional(Type.Union([Base64Url, Type.Null()]));
const PublicKeyType = Type.Literal('public-key');

/** The result of the browser's WebAuthn call, as JSON. Fields that are not listed are not used. */
const Credential = {
  id: Base64Url,
  rawId: Base64Url,
  type: PublicKeyType,
  clientExtensionResults: Type.Optional(Type.Object({})),
  authenticatorAttachment: Type.Optional(Type.Union([Type.String({ maxLength: 50 }), Type.Null()])),
};

export const RegistrationResponse = Type.Unsafe<RegistrationResponseJSON>(
  Type.Object({
    ...Credential,
    response: Type.Object({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 10 })),
    }),
  }),
);

export const AuthenticationResponse = Type.Unsafe<AuthenticationResponseJSON>(
  Type.Object({
    ...Credential,
    response: Type.Object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: OptionalBase64Url,
    }),
  }),
);

/** Passed unchanged to the browser's WebAuthn call. */
export const WebAuthnOptions = Type.Unsafe<
  PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON
>(
  Type.Object(
    {},
    { additionalProperties: true, description: 'Options for the WebAuthn request of the browser, as JSON' },
  ),
);
