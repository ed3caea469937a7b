import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { hasAccount, type SignInFacts } from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { AuthenticationResponse, WebAuthnOptions } from '../account/passkey-schemas.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { isSecureRequest, passkeyProblem, relyingParty } from './public-origin.ts';
import { createSessionOpening, OpenedSession, type SignInCall } from './session-opening.ts';
import { endSignInCookie, readSignInCookie, setSignInCookie } from './sign-in-cookie.ts';
import { readFactorAnswer, TypedFactor } from './typed-factor.ts';

const tags = ['Session'];
const Purpose = Type.Union([Type.Literal('sign-in'), Type.Literal('second-factor')], {
  description: 'sign-in: instead of the password; second-factor: after the password',
});

const expired = (): AppError =>
  new AppError('unauthenticated', 'This sign-in has expired or had too many wrong answers; start again');

/** Sign-in methods other than e-mail and password, and the second step. */
export const createSignInRoutes = (deps: RouteDependencies): Route[] => {
  const { operators, secondFactors, signInAttempts, singleSignOn, publicUrl } = deps;
  const { passkeys } = secondFactors;
  const openSession = createSessionOpening(deps);

  /** The account may have been disabled or deleted between the two steps. */
  const requireOpen = async (operatorId: string): Promise<void> => {
    const operator = await operators.findById(deps.db.query, operatorId);
    if (!operator || operator.disabledAtMs !== null) throw expired();
  };

  /** Wrong answers for an existing account are recorded in the audit log of its workspaces. */
  const recordFailure = async (request: FastifyRequest, operatorId: string | undefined): Promise<void> => {
    const operator = operatorId && (await operators.findById(deps.db.query, operatorId));
    if (operator)
      await operators.recordFailure({ email: operator.email, address: request.ip, operatorId: operator.id });
  };

  const finish = async (call: SignInCall, operatorId: string, facts: SignInFacts) => {
    await requireOpen(operatorId);
    const opened = await openSession(call, { operatorId }, facts);
    endSignInCookie(call.reply);
    return opened;
  };

  return [
    route({
      method: 'GET',
      url: '/sign-in/methods',
      permission: 'anyone',
      schema: {
        tags,
        summary: 'List sign-in methods',
        description: 'Returns which sign-in methods the installation offers.',
        operationId: 'listSignInMethods',
        response: {
          200: Type.Object({
            passkeys: Type.Object({
              origin: Type.String({ description: 'Origin for which passkeys are registered' }),
              problem: Type.Union([Type.Literal('ip-address'), Type.Literal('insecure'), Type.Null()], {
                description: 'Why passkeys cannot be used at this origin',
              }),
            }),
            singleSignOn: Type.Union([Type.Object({ name: Type.String() }), Type.Null()]),
            needsSetup: Type.Boolean({
              description: 'Whether nobody has an account yet. The setup requires an operator token',
            }),
          }),
        },
      },
      handler: async (request) => {
        const site = relyingParty(request, publicUrl);
        const { provider } = singleSignOn;
        return {
          passkeys: { origin: site.origin, problem: passkeyProblem(site) },
          singleSignOn: provider ? { name: provider.settings.name } : null,
          needsSetup: !(await hasAccount(deps.db.query)),
        };
      },
    }),

    route({
      method: 'POST',
      url: '/sign-in/second-factor',
      permission: 'anyone',
      audit: 'session.open',
      schema: {
        tags,
        summary: 'Submit the second factor',
        description: 'Second step of a sign-in, in the browser in which it was started.',
        operationId: 'enterSecondFactor',
        body: TypedFactor,
        response: { 200: OpenedSession },
      },
      handler: async (request, reply, record) => {
        const secret = readSignInCookie(request);
        const attempt = await signInAttempts.find(secret, 'second-factor');
        if (!secret || !attempt?.operatorId) throw expired();
        const answer = readFactorAnswer(request.body);
        const { operatorId } = attempt;
        const secondFactor = await secondFactors.check(operatorId, answer).catch(async (error) => {
          if (error instanceof AppError && error.kind === 'unauthenticated') {
            await signInAttempts.fail(secret);
            await recordFailure(request, operatorId);
          }
          throw error;
        });
        if (!(await signInAttempts.take(secret, 'second-factor'))) throw expired();
        return finish({ request, reply, record }, operatorId, { method: 'password', secondFactor });
      },
    }),

    route({
      method: 'POST',
      url: '/sign-in/passkey/options',
      permission: 'anyone',
      audit: 'none',
      schema: {
        tags,
        summary: 'Start a passkey sign-in',
        description: 'Returns the options for the WebAuthn request of the browser.',
        operationId: 'beginPasskeySignIn',
        body: Type.Object({ purpose: Purpose }),
        response: { 200: WebAuthnOptions },
      },
      handler: async (request, reply) => {
        const site = relyingParty(request, publicUrl);
        if (request.body.purpose === 'second-factor') {
          const secret = readSignInCookie(request);
          const attempt = await signInAttempts.find(secret, 'second-factor');
          if (!secret || !attempt?.operatorId) throw expired();
          const options = await passkeys.authenticationOptions(site, attempt.operatorId);
          await signInAttempts.setData(secret, { challenge: options.challenge });
          return options;
        }
        signInAttempts.limitStarts(request.ip);
        const options = await passkeys.authenticationOptions(site);
        const secret = await signInAttempts.begin('passkey', null, { challenge: options.challenge });
        setSignInCookie(reply, secret, {
          sameSite: 'Strict',
          isSecure: isSecureRequest(request, publicUrl),
        });
        return options;
      },
    }),

    route({
      method: 'POST',
      url: '/sign-in/passkey',
      permission: 'anyone',
      audit: 'session.open',
      schema: {
        tags,
        summary: 'Sign in with a passkey',
        description: 'Returns a session cookie.',
        operationId: 'signInWithPasskey',
        body: Type.Object({ purpose: Purpose, response: AuthenticationResponse }),
        response: { 200: OpenedSession },
      },
      handler: async (request, reply, record) => {
        const { purpose, response } = request.body;
        const kind = purpose === 'sign-in' ? 'passkey' : 'second-factor';
        // Removed before the check: a challenge can be used for one answer, correct or not.
        const attempt = await signInAttempts.take<{ challenge?: string }>(readSignInCookie(request), kind);
        if (attempt?.data.challenge === undefined) throw expired();
        if ((purpose === 'sign-in') !== (attempt.operatorId === null)) throw expired();
        const { challenge } = attempt.data;
        const site = relyingParty(request, publicUrl);
        const operatorId = attempt.operatorId ?? undefined;
        const passkey = await passkeys
          .authenticate({ response, challenge, site, operatorId })
          .catch(async (error) => {
            await recordFailure(request, operatorId ?? (await passkeys.ownerOf(response.id)));
            throw error;
          });
        return finish(
          { request, reply, record },
          passkey.operatorId,
          purpose === 'sign-in'
            ? { method: 'passkey', secondFactor: null }
            : { method: 'password', secondFactor: 'passkey' },
        );
      },
    }),
  ];
};
