import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { PersonOperator, SecondFactor } from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { personOf } from '../access/operator-guard.ts';
import { readBrowserCookie } from '../access/session-cookie.ts';
import { AuthenticationResponse, WebAuthnOptions } from '../account/passkey-schemas.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Done } from '../wire/wire-schemas.ts';
import { isSecureRequest, relyingParty } from './public-origin.ts';
import { endSignInCookie, readSignInCookie, setSignInCookie } from './sign-in-cookie.ts';
import { readFactorAnswer, typedFactorFields } from './typed-factor.ts';

const tags = ['Session'];

const Confirmation = Type.Object({
  password: Type.Optional(Type.String({ maxLength: 500 })),
  ...typedFactorFields,
  passkey: Type.Optional(AuthenticationResponse),
});

/** A signed-in operator confirms their identity before changes to the account, or with a second factor. */
export const createConfirmationRoutes = (deps: RouteDependencies): Route[] => {
  const { sessions, secondFactors, signInAttempts, publicUrl, write } = deps;
  const { passkeys } = secondFactors;

  const checkPasskey = async (
    request: FastifyRequest,
    operator: PersonOperator,
    response: Static<typeof AuthenticationResponse>,
  ): Promise<'passkey'> => {
    const attempt = await signInAttempts.take<{ challenge: string }>(readSignInCookie(request), 'passkey');
    if (attempt?.operatorId !== operator.id)
      throw new AppError('invalidParameter', 'passkey: the passkey request has expired; try again');
    await passkeys.authenticate({
      response,
      challenge: attempt.data.challenge,
      site: relyingParty(request, publicUrl),
      operatorId: operator.id,
    });
    return 'passkey';
  };

  /** The second factor that was verified, or null for the password. */
  const check = async (
    request: FastifyRequest,
    operator: PersonOperator,
    body: Static<typeof Confirmation>,
  ): Promise<SecondFactor | null> => {
    if (body.passkey !== undefined) return checkPasskey(request, operator, body.passkey);
    if (body.password === undefined) return secondFactors.check(operator.id, readFactorAnswer(body));
    await deps.operators.checkPassword({
      email: operator.email,
      password: body.password,
      address: request.ip,
      browser: readBrowserCookie(request.headers.cookie),
    });
    return null;
  };

  return [
    route({
      method: 'POST',
      url: '/session/confirmation/passkey-options',
      permission: 'signed-in',
      audit: 'none',
      schema: {
        tags,
        summary: 'Start a confirmation with a passkey',
        description: 'Returns the options for the WebAuthn request of the browser.',
        operationId: 'beginPasskeyConfirmation',
        response: { 200: WebAuthnOptions },
      },
      handler: async (request, reply) => {
        const operator = personOf(request);
        const options = await passkeys.authenticationOptions(relyingParty(request, publicUrl), operator.id);
        const secret = await signInAttempts.begin('passkey', operator.id, { challenge: options.challenge });
        setSignInCookie(reply, secret, { sameSite: 'Strict', isSecure: isSecureRequest(request, publicUrl) });
        return options;
      },
    }),

    route({
      method: 'POST',
      url: '/session/confirmation',
      permission: 'signed-in',
      audit: 'session.confirm',
      schema: {
        tags,
        summary: 'Confirm my identity',
        description:
          'Changes to my account require a sign-in or a confirmation within the last 10 minutes. After a confirmation with a second factor, the session counts as signed in with it. One of the fields is required.',
        operationId: 'confirmSession',
        body: Confirmation,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const operator = personOf(request);
        // A wrong answer does not mean that the session has ended: the console must not show the sign-in page.
        const secondFactor = await check(request, operator, request.body).catch((error: unknown) => {
          if (error instanceof AppError && error.kind === 'unauthenticated')
            throw new AppError('forbidden', error.message, { cause: error });
          throw error;
        });
        await write(async (tx) => {
          const isLive = await sessions.confirm(
            tx,
            { operatorId: operator.id },
            { sessionId: operator.session.id, secondFactor },
          );
          if (!isLive) throw new AppError('unauthenticated', 'Your session has ended');
          await record(tx, {
            targetId: operator.id,
            changes:
              secondFactor === null ? {} : { secondFactor: [operator.session.secondFactor, secondFactor] },
          });
        });
        if (request.body.passkey !== undefined) endSignInCookie(reply);
        return reply.status(204).send(null);
      },
    }),
  ];
};
