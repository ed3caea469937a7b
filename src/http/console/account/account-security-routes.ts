import { Type } from 'typebox';
import { type Route, route } from '../../route.ts';
import { personOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { NullableTime, Time, toNullableTime, toTime } from '../wire/wire-schemas.ts';
import { PasskeyView, presentPasskey } from './passkey-routes.ts';

const AccountSecurity = Type.Object(
  {
    hasPassword: Type.Boolean(),
    codeAppSince: NullableTime,
    passkeys: Type.Array(PasskeyView),
    recoveryCodesLeft: Type.Integer(),
    identities: Type.Array(
      Type.Object({ issuer: Type.String(), email: Type.String(), createdAt: Time, lastUsedAt: Time }),
      { description: 'Accounts of the identity provider that are linked to my account' },
    ),
    isRecentSignIn: Type.Boolean({
      description: 'false: changes to the account require a confirmation first',
    }),
  },
  { title: 'AccountSecurity' },
);

/** The sign-in methods of the own account. */
export const createAccountSecurityRoutes = (deps: RouteDependencies): Route[] => {
  const { db, operators, secondFactors, singleSignOn } = deps;

  return [
    route({
      method: 'GET',
      url: '/account/security',
      permission: 'signed-in',
      schema: {
        tags: ['Account'],
        summary: 'Get my sign-in security',
        description: 'Returns the second factors, passkeys and single sign-on of my account.',
        operationId: 'getAccountSecurity',
        response: { 200: AccountSecurity },
      },
      handler: async (request) => {
        const operator = personOf(request);
        const account = await operators.findById(db.query, operator.id);
        const codeAppSince = await secondFactors.oneTimeCodes.confirmedAt(db.query, operator.id);
        const passkeys = await secondFactors.passkeys.list(db.query, operator.id);
        const identities = await singleSignOn.list(db.query, operator.id);
        return {
          hasPassword: account !== undefined && account.passwordHash !== '',
          codeAppSince: toNullableTime(codeAppSince ?? null),
          passkeys: passkeys.map(presentPasskey),
          recoveryCodesLeft: await secondFactors.recoveryCodes.countLeft(db.query, operator.id),
          identities: identities.map((identity) => ({
            issuer: identity.issuer,
            email: identity.email,
            createdAt: toTime(identity.createdAtMs),
            lastUsedAt: toTime(identity.lastUsedAtMs),
          })),
          isRecentSignIn: operator.session.isRecent,
        };
      },
    }),
  ];
};
