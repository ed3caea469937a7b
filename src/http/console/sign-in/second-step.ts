import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { RouteDependencies } from '../console-dependencies.ts';
import { isSecureRequest } from './public-origin.ts';
import { setSignInCookie } from './sign-in-cookie.ts';

export const SecondStep = Type.Object(
  {
    session: Type.Null(),
    secondFactor: Type.Object({
      methods: Type.Array(
        Type.Union([Type.Literal('code'), Type.Literal('passkey'), Type.Literal('recovery-code')]),
      ),
    }),
  },
  { title: 'SecondStep', description: 'The password is correct; the second factor is required' },
);

type SecondStepDependencies = Pick<
  RouteDependencies,
  'db' | 'secondFactors' | 'signInAttempts' | 'publicUrl'
>;

/** The second step after a correct password. Undefined if the account has no second factor. */
export const createSecondStep =
  ({ db, secondFactors, signInAttempts, publicUrl }: SecondStepDependencies) =>
  async (request: FastifyRequest, reply: FastifyReply, operatorId: string) => {
    const methods = await secondFactors.methods(db.query, operatorId);
    if (methods.length === 0) return undefined;
    const secret = await signInAttempts.begin('second-factor', operatorId);
    setSignInCookie(reply, secret, { sameSite: 'Strict', isSecure: isSecureRequest(request, publicUrl) });
    return { session: null, secondFactor: { methods } };
  };
