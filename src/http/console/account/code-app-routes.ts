import { Type } from 'typebox';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Done } from '../wire/wire-schemas.ts';
import { createAccountChange, refuseIfRequired } from './account-change.ts';

const tags = ['Account'];

export const RecoveryCodes = Type.Array(Type.String(), {
  description: 'Each code works once instead of a second factor. Shown only once.',
});

/** The authenticator app and the recovery codes of the own account. */
export const createCodeAppRoutes = (deps: RouteDependencies): Route[] => {
  const { sessions, secondFactors } = deps;
  const { oneTimeCodes, recoveryCodes } = secondFactors;
  const change = createAccountChange(deps);

  return [
    route({
      method: 'POST',
      url: '/account/code-app',
      permission: 'signed-in',
      audit: 'none',
      schema: {
        tags,
        summary: 'Start the setup of an authenticator app',
        description: 'The app is active after one of its codes is confirmed.',
        operationId: 'beginCodeApp',
        response: { 200: Type.Object({ secret: Type.String(), uri: Type.String() }) },
      },
      handler: async (request) => change(request, ({ tx, operator }) => oneTimeCodes.begin(tx, operator)),
    }),

    route({
      method: 'POST',
      url: '/account/code-app/confirmation',
      permission: 'signed-in',
      audit: 'operator.code-app-add',
      schema: {
        tags,
        summary: 'Confirm an authenticator app',
        description:
          'From now on, signing in with the password requires a second step. Ends my other sessions.',
        operationId: 'confirmCodeApp',
        body: Type.Object({ code: Type.String({ maxLength: 20 }) }),
        response: { 200: Type.Object({ recoveryCodes: Type.Union([RecoveryCodes, Type.Null()]) }) },
      },
      handler: async (request, _reply, record) =>
        change(request, async ({ tx, operator, endOtherSessions }) => {
          if (!(await oneTimeCodes.confirm(tx, operator.id, request.body.code)))
            throw new AppError(
              'invalidParameter',
              'code is wrong; check that the clock of the device is correct',
            );
          const codes = await secondFactors.recoveryCodesForFirst(tx, operator.id);
          await sessions.confirm(
            tx,
            { operatorId: operator.id },
            { sessionId: operator.session.id, secondFactor: 'code' },
          );
          await endOtherSessions();
          await record(tx, { targetId: operator.id, changes: {} });
          return { recoveryCodes: codes ?? null };
        }),
    }),

    route({
      method: 'DELETE',
      url: '/account/code-app',
      permission: 'signed-in',
      audit: 'operator.code-app-remove',
      schema: {
        tags,
        summary: 'Remove my authenticator app',
        description: 'Ends my other sessions.',
        operationId: 'removeCodeApp',
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        await change(request, async ({ tx, operator, endOtherSessions }) => {
          if ((await oneTimeCodes.confirmedAt(tx, operator.id)) === undefined)
            throw new AppError('notFound', 'You have no authenticator app set up');
          await oneTimeCodes.remove(tx, operator.id);
          if ((await secondFactors.methods(tx, operator.id)).length === 0) refuseIfRequired(operator);
          await secondFactors.afterRemoval(tx, operator.id);
          await endOtherSessions();
          await record(tx, { targetId: operator.id, changes: {} });
        });
        return reply.status(204).send(null);
      },
    }),

    route({
      method: 'POST',
      url: '/account/recovery-codes',
      permission: 'signed-in',
      audit: 'operator.recovery-codes',
      schema: {
        tags,
        summary: 'Create new recovery codes',
        description: 'Previous recovery codes no longer work.',
        operationId: 'replaceRecoveryCodes',
        response: { 200: Type.Object({ recoveryCodes: RecoveryCodes }) },
      },
      handler: async (request, _reply, record) =>
        change(request, async ({ tx, operator }) => {
          if ((await secondFactors.methods(tx, operator.id)).length === 0)
            throw new AppError('conflict', 'Set up an authenticator app or a passkey first');
          await record(tx, { targetId: operator.id, changes: {} });
          return { recoveryCodes: await recoveryCodes.replace(tx, operator.id) };
        }),
    }),
  ];
};
