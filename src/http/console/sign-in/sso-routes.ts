import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  type OidcProvider,
  type PendingAuthorization,
  SingleSignOnError,
  type SingleSignOnProblem,
} from '../../../accounts/index.ts';
import { sha256 } from '../../../auth/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { publicOrigin } from '../../request/public-origin.ts';
import { type Route, route } from '../../route.ts';
import { personOf, recentPersonOf } from '../access/operator-guard.ts';
import { createAccountChange, requireSignInMethod } from '../account/account-change.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Done } from '../wire/wire-schemas.ts';
import { isSecureRequest } from './public-origin.ts';
import { setSignInCookie } from './sign-in-cookie.ts';
import { createSsoCallback, type SsoAttempt, ssoActions } from './sso-callback.ts';

const tags = ['Session'];
const Next = Type.Optional(
  Type.String({
    maxLength: 500,
    description: 'Path in the console to return to',
    examples: ['/account'],
  }),
);
const Started = Type.Object({ url: Type.String({ description: 'Address to which the browser must go' }) });

/** Maximum age of the sign-in at the provider for a confirmation of the identity. */
const confirmationSeconds = 600;

const problemTexts: Partial<Record<SingleSignOnProblem, string>> = {
  'provider-unreachable': 'The identity provider cannot be reached; try again later',
};

/** Signing in through the OpenID provider of the installation. */
export const createSsoRoutes = (deps: RouteDependencies): Route[] => {
  const { singleSignOn, signInAttempts, publicUrl } = deps;
  const change = createAccountChange(deps);
  const receive = createSsoCallback(deps);

  const requireProvider = (): OidcProvider => {
    if (!singleSignOn.provider)
      throw new AppError('notFound', 'Single sign-on is not set up in this installation');
    return singleSignOn.provider;
  };

  const start = async (
    request: FastifyRequest,
    reply: FastifyReply,
    attempt: Omit<SsoAttempt, 'pending'>,
    operatorId: string | null,
  ) => {
    const redirectUri = `${publicOrigin(request, publicUrl)}/console/api/sign-in/sso/callback`;
    const maxAge = attempt.purpose === 'confirm' ? { maxAgeSeconds: confirmationSeconds } : {};
    let started: { url: string; pending: PendingAuthorization };
    try {
      started = await requireProvider().authorize({ redirectUri, ...maxAge });
    } catch (error) {
      if (!(error instanceof SingleSignOnError)) throw error;
      request.log.warn({ err: error.cause }, 'the identity provider does not answer');
      throw new AppError('unavailable', problemTexts[error.problem] ?? error.message, { cause: error });
    }
    const secret = await signInAttempts.begin('sso', operatorId, { ...attempt, pending: started.pending });
    setSignInCookie(reply, secret, { sameSite: 'Lax', isSecure: isSecureRequest(request, publicUrl) });
    return { url: started.url };
  };

  return [
    route({
      method: 'POST',
      url: '/sign-in/sso',
      permission: 'anyone',
      audit: 'none',
      schema: {
        tags,
        summary: 'Start single sign-on',
        description: 'Returns the address of the identity provider to which the browser is sent.',
        operationId: 'beginSingleSignOn',
        body: Type.Object({
          next: Next,
          invitation: Type.Optional(
            Type.String({ maxLength: 200, description: 'Token of an invitation to accept' }),
          ),
        }),
        response: { 200: Started },
      },
      handler: async (request, reply) => {
        signInAttempts.limitStarts(request.ip);
        const { next = '/', invitation } = request.body;
        const invited = invitation === undefined ? {} : { invitationHash: sha256(invitation) };
        return start(request, reply, { purpose: 'sign-in', next, ...invited }, null);
      },
    }),

    route({
      method: 'POST',
      url: '/session/sso',
      permission: 'signed-in',
      audit: 'none',
      schema: {
        tags,
        summary: 'Connect or confirm with single sign-on',
        description:
          '`connect` allows the identity provider to sign in to my account; `confirm` confirms my identity.',
        operationId: 'useSingleSignOn',
        body: Type.Object({
          purpose: Type.Union([Type.Literal('connect'), Type.Literal('confirm')]),
          next: Next,
        }),
        response: { 200: Started },
      },
      handler: async (request, reply) => {
        const { purpose, next = '/account' } = request.body;
        const { id, session } = purpose === 'connect' ? recentPersonOf(request) : personOf(request);
        return start(request, reply, { purpose, next, sessionId: session.id }, id);
      },
    }),

    route({
      method: 'GET',
      url: '/sign-in/sso/callback',
      permission: 'anyone',
      audit: ssoActions,
      schema: {
        tags,
        summary: 'Finish single sign-on',
        description:
          'The identity provider redirects the browser to this address, which redirects to the console.',
        operationId: 'finishSingleSignOn',
        response: { 303: Type.Null({ description: 'Redirect to the console' }) },
      },
      handler: receive,
    }),

    route({
      method: 'DELETE',
      url: '/account/identity',
      permission: 'signed-in',
      audit: 'operator.sso-disconnect',
      schema: {
        tags: ['Account'],
        summary: 'Disconnect single sign-on',
        description: 'Ends my other sessions.',
        operationId: 'disconnectSingleSignOn',
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        await change(request, async ({ tx, operator, endOtherSessions }) => {
          const identities = await singleSignOn.list(tx, operator.id);
          if (identities.length === 0)
            throw new AppError('notFound', 'Your account is not connected to single sign-on');
          await singleSignOn.disconnect(tx, operator.id);
          await requireSignInMethod(tx, operator);
          if (operator.memberships.some(({ signInRequirement }) => signInRequirement === 'sso'))
            throw new AppError('conflict', 'One of your workspaces requires single sign-on');
          await endOtherSessions();
          await record(tx, { targetId: operator.id, changes: { email: [identities[0]!.email, null] } });
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};
