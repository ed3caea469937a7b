import { Type } from 'typebox';
import { type Route, route } from '../../route.ts';
import { operatorOf, workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Done, NewPassword, Time, toTime } from '../wire/wire-schemas.ts';
import { linkTo } from './link-to.ts';
import { LinkToken } from './link-token.ts';
import { createMemberAccess, OperatorParams } from './member-access.ts';

const tags = ['Operators'];

/** Owners cannot set the password of others: an owner creates a link, and the person chooses the password. */
export const createResetLinkRoutes = (deps: RouteDependencies): Route[] => {
  const { db, operators, resetLinks, write, publicUrl } = deps;
  const { memberOf, requireOwnerOfAll } = createMemberAccess(deps);

  return [
    route({
      method: 'POST',
      url: '/workspaces/:workspaceId/operators/:operatorId/reset-link',
      permission: 'operator:write',
      audit: 'operator.reset-link',
      schema: {
        tags,
        summary: 'Create a password reset link',
        description:
          'The link works once, for 24 hours, and replaces an earlier one. Only for operators whose workspaces I all own; for others use the command `frontdesk operator reset-link`.',
        operationId: 'createResetLink',
        params: OperatorParams,
        response: { 201: Type.Object({ link: Type.String(), expiresAt: Time }, { title: 'ResetLink' }) },
      },
      handler: async (request, reply, record) => {
        const { operatorId } = request.params;
        const { token, expiresAtMs } = await write(async (tx) => {
          const { email } = await memberOf(tx, workspaceOf(request).id, operatorId);
          await requireOwnerOfAll(tx, operatorOf(request), operatorId);
          const made = await resetLinks.create(tx, operatorId, operatorOf(request).id);
          await record(tx, { targetId: operatorId, changes: { email: [email, email] } });
          return made;
        });
        const link = linkTo(request, publicUrl, { page: 'new-password', token });
        reply.status(201);
        return { link, expiresAt: toTime(expiresAtMs) };
      },
    }),

    route({
      method: 'POST',
      url: '/password-resets/open',
      permission: 'anyone',
      audit: 'none',
      schema: {
        tags,
        summary: 'Get a password reset link',
        description: 'Returns the account of a reset link, by the token in the link.',
        operationId: 'openResetLink',
        body: Type.Object({ token: LinkToken }),
        response: { 200: Type.Object({ email: Type.String() }, { title: 'OpenResetLink' }) },
      },
      handler: async (request) => {
        const { email } = await operators.limitFailures(request.ip, () =>
          resetLinks.open(db.query, request.body.token),
        );
        return { email };
      },
    }),

    route({
      method: 'POST',
      url: '/password-resets',
      permission: 'anyone',
      audit: 'operator.password',
      schema: {
        tags,
        summary: 'Reset a password',
        description:
          'Sets a new password with a reset link and ends all sessions of the account. Sign in with the new password afterwards.',
        operationId: 'resetPassword',
        body: Type.Object({ token: LinkToken, password: NewPassword }),
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const { token, password } = request.body;
        await operators.limitFailures(request.ip, async () => {
          await resetLinks.open(db.query, token);
          const passwordHash = await operators.hashPassword(password);
          await write(async (tx) => {
            const { id, email } = await resetLinks.use(tx, token, passwordHash);
            for (const { workspaceId } of await operators.memberships(tx, id))
              await record(tx, {
                workspaceId,
                actor: email,
                targetId: id,
                changes: { password: ['••••', '••••'] },
              });
          });
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};
