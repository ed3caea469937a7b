import { Type } from 'typebox';
import type { Passkey } from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { recentPersonOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { isSecureRequest, relyingParty } from '../sign-in/public-origin.ts';
import { endSignInCookie, readSignInCookie, setSignInCookie } from '../sign-in/sign-in-cookie.ts';
import { Done, Name, NullableTime, Time, toNullableTime, toTime } from '../wire/wire-schemas.ts';
import { createAccountChange, refuseIfRequired, requireSignInMethod } from './account-change.ts';
import { RecoveryCodes } from './code-app-routes.ts';
import { RegistrationResponse, WebAuthnOptions } from './passkey-schemas.ts';

const tags = ['Account'];
const PasskeyParams = Type.Object({ passkeyId: Type.String() });

export const PasskeyView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    isSynced: Type.Boolean({ description: 'Stored in a password manager and usable on several devices' }),
    createdAt: Time,
    lastUsedAt: NullableTime,
  },
  { title: 'Passkey' },
);

export const presentPasskey = (passkey: Passkey) => ({
  id: passkey.id,
  name: passkey.name,
  isSynced: passkey.isSynced,
  createdAt: toTime(passkey.createdAtMs),
  lastUsedAt: toNullableTime(passkey.lastUsedAtMs),
});

const unknown = (): AppError => new AppError('notFound', 'You have no such passkey');

/** The passkeys of the own account. */
export const createPasskeyRoutes = (deps: RouteDependencies): Route[] => {
  const { sessions, secondFactors, signInAttempts, publicUrl } = deps;
  const { passkeys } = secondFactors;
  const change = createAccountChange(deps);

  return [
    route({
      method: 'POST',
      url: '/account/passkeys/options',
      permission: 'signed-in',
      audit: 'none',
      schema: {
        tags,
        summary: 'Start the registration of a passkey',
        description: 'Returns the options for the WebAuthn request of the browser.',
        operationId: 'beginPasskey',
        response: { 200: WebAuthnOptions },
      },
      handler: async (request, reply) => {
        const operator = recentPersonOf(request);
        const options = await passkeys.registrationOptions(operator, relyingParty(request, publicUrl));
        const data = { challenge: options.challenge };
        const secret = await signInAttempts.begin('passkey-registration', operator.id, data);
        setSignInCookie(reply, secret, { sameSite: 'Strict', isSecure: isSecureRequest(request, publicUrl) });
        return options;
      },
    }),

    route({
      method: 'POST',
      url: '/account/passkeys',
      permission: 'signed-in',
      audit: 'operator.passkey-add',
      schema: {
        tags,
        summary: 'Add a passkey',
        description:
          'A passkey signs in without a password, and is a second factor after the password. The first second factor of an account comes with recovery codes and ends my other sessions.',
        operationId: 'addPasskey',
        body: Type.Object({ name: Name, response: RegistrationResponse }),
        response: {
          201: Type.Object({ passkey: PasskeyView, recoveryCodes: Type.Union([RecoveryCodes, Type.Null()]) }),
        },
      },
      handler: async (request, reply, record) => {
        const { id: operatorId } = recentPersonOf(request);
        const secret = readSignInCookie(request);
        const attempt = await signInAttempts.take<{ challenge: string }>(secret, 'passkey-registration');
        if (attempt?.operatorId !== operatorId)
          throw new AppError('invalidParameter', 'response: the passkey request has expired; try again');
        const passkey = await passkeys.verifyRegistration({
          operatorId,
          name: request.body.name.trim(),
          response: request.body.response,
          challenge: attempt.data.challenge,
          site: relyingParty(request, publicUrl),
        });
        const codes = await change(request, async ({ tx, operator, endOtherSessions }) => {
          await passkeys.store(tx, passkey);
          const created = await secondFactors.recoveryCodesForFirst(tx, operatorId);
          await sessions.confirm(
            tx,
            { operatorId },
            { sessionId: operator.session.id, secondFactor: 'passkey' },
          );
          if (created) await endOtherSessions();
          await record(tx, { targetId: operator.id, changes: { passkey: [null, passkey.name] } });
          return created;
        });
        endSignInCookie(reply);
        reply.status(201);
        return { passkey: presentPasskey(passkey), recoveryCodes: codes ?? null };
      },
    }),

    route({
      method: 'PATCH',
      url: '/account/passkeys/:passkeyId',
      permission: 'signed-in',
      audit: 'operator.passkey-rename',
      schema: {
        tags,
        summary: 'Rename a passkey',
        description: 'Changes the name of one of my passkeys.',
        operationId: 'renamePasskey',
        params: PasskeyParams,
        body: Type.Object({ name: Name }),
        response: { 200: PasskeyView },
      },
      handler: async (request, _reply, record) =>
        change(request, async ({ tx, operator }) => {
          const { passkeyId } = request.params;
          const passkey = await passkeys.rename(
            tx,
            { operatorId: operator.id, passkeyId },
            request.body.name.trim(),
          );
          if (!passkey) throw unknown();
          await record(tx, { targetId: operator.id, changes: { passkey: [passkeyId, passkey.name] } });
          return presentPasskey(passkey);
        }),
    }),

    route({
      method: 'DELETE',
      url: '/account/passkeys/:passkeyId',
      permission: 'signed-in',
      audit: 'operator.passkey-remove',
      schema: {
        tags,
        summary: 'Remove a passkey',
        description: 'Ends my other sessions.',
        operationId: 'removePasskey',
        params: PasskeyParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        await change(request, async ({ tx, operator, endOtherSessions }) => {
          const { passkeyId } = request.params;
          const passkey = await passkeys.remove(tx, { operatorId: operator.id, passkeyId });
          if (!passkey) throw unknown();
          if ((await secondFactors.methods(tx, operator.id)).length === 0) refuseIfRequired(operator);
          await requireSignInMethod(tx, operator);
          await secondFactors.afterRemoval(tx, operator.id);
          await endOtherSessions();
          await record(tx, { targetId: operator.id, changes: { passkey: [passkey.name, null] } });
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};
