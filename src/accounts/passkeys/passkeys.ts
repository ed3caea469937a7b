import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Database, Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { loadWebauthn } from './load-webauthn.ts';
import {
  countUse,
  deletePasskey,
  deletePasskeysOf,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type Passkey,
  renamePasskey,
} from './passkey-store.ts';

/** The relying party of WebAuthn: the site that a passkey belongs to. */
export interface RelyingParty {
  /** Host name of the site. */
  id: string;
  origin: string;
}

/** Limit of passkeys per account. */
const maxPasskeys = 20;
const timeoutMs = 5 * 60_000;

const credentialOf = ({ credentialId, transports }: Passkey) => ({ id: credentialId, transports });

/** The library's error messages contain no secrets and are useful for developers. */
const refused = (cause: unknown): AppError =>
  new AppError('unauthenticated', 'The passkey could not be verified', { cause });

/** Discoverable WebAuthn credentials with user verification: each counts as two factors. */
export const createPasskeys = ({ db, clock }: { db: Database; clock: Clock }) => ({
  registrationOptions: async (operator: { id: string; email: string; name: string }, site: RelyingParty) => {
    const known = await listPasskeys(db.query, operator.id);
    if (known.length >= maxPasskeys)
      throw new AppError('conflict', `An account can have at most ${maxPasskeys} passkeys`);
    const { generateRegistrationOptions } = await loadWebauthn();
    return generateRegistrationOptions({
      rpName: 'Frontdesk',
      rpID: site.id,
      userID: new Uint8Array(Buffer.from(operator.id, 'utf8')),
      userName: operator.email,
      userDisplayName: operator.name,
      timeout: timeoutMs,
      attestationType: 'none',
      excludeCredentials: known.map(credentialOf),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  },

  /** Checks the browser's answer. Does not store the passkey yet. */
  verifyRegistration: async (input: {
    operatorId: string;
    name: string;
    response: RegistrationResponseJSON;
    challenge: string;
    site: RelyingParty;
  }): Promise<Passkey> => {
    const { verifyRegistrationResponse } = await loadWebauthn();
    const result = await verifyRegistrationResponse({
      response: input.response,
      expectedChallenge: input.challenge,
      expectedOrigin: input.site.origin,
      expectedRPID: input.site.id,
      requireUserVerification: true,
    }).catch((error: unknown) => {
      throw new AppError('invalidParameter', 'response is not a valid registration of a passkey', {
        cause: error,
      });
    });
    if (!result.verified)
      throw new AppError('invalidParameter', 'response is not a valid registration of a passkey');
    const { credential, credentialBackedUp } = result.registrationInfo;
    const nowMs = clock.nowMs();
    return {
      id: newId(nowMs),
      operatorId: input.operatorId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      isSynced: credentialBackedUp,
      name: input.name,
      createdAtMs: nowMs,
      lastUsedAtMs: null,
    };
  },

  store: async (tx: Handle, passkey: Passkey): Promise<void> => {
    if (!(await insertPasskey(tx, passkey)))
      throw new AppError('conflict', 'This passkey is registered already');
  },

  /** Without an operator, the browser offers every passkey that it has for this site. */
  authenticationOptions: async (site: RelyingParty, operatorId?: string) => {
    const { generateAuthenticationOptions } = await loadWebauthn();
    const allowed = operatorId === undefined ? [] : await listPasskeys(db.query, operatorId);
    return generateAuthenticationOptions({
      rpID: site.id,
      timeout: timeoutMs,
      userVerification: 'required',
      allowCredentials: allowed.map(credentialOf),
    });
  },

  /** The owner of the passkey that answered. With `operatorId` only that person's passkeys are accepted. */
  authenticate: async (input: {
    response: AuthenticationResponseJSON;
    challenge: string;
    site: RelyingParty;
    operatorId?: string | undefined;
  }): Promise<Passkey> => {
    const { response, challenge, site, operatorId } = input;
    const passkey = await findPasskey(db.query, response.id);
    if (!passkey || (operatorId !== undefined && passkey.operatorId !== operatorId))
      throw new AppError('unauthenticated', 'This passkey is not registered here');
    const { userHandle } = response.response;
    if (userHandle && Buffer.from(userHandle, 'base64url').toString('utf8') !== passkey.operatorId)
      throw refused(new Error('the user handle belongs to another account'));
    const { verifyAuthenticationResponse } = await loadWebauthn();
    // It also rejects a counter that did not increase.
    const result = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        ...credentialOf(passkey),
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }).catch((error: unknown) => {
      throw refused(error);
    });
    if (!result.verified) throw refused(new Error('the signature is wrong'));
    const use = { counter: result.authenticationInfo.newCounter, nowMs: clock.nowMs() };
    if (!(await countUse(db.query, passkey, use))) throw refused(new Error('the counter was used already'));
    return passkey;
  },

  /** The owner of the passkey, whether or not its answer is valid. */
  ownerOf: async (credentialId: string): Promise<string | undefined> =>
    (await findPasskey(db.query, credentialId))?.operatorId,
  list: (handle: Handle, operatorId: string) => listPasskeys(handle, operatorId),
  rename: renamePasskey,
  remove: deletePasskey,
  removeAll: deletePasskeysOf,
});
