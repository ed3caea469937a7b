import { Type } from 'typebox';
import { hasOwner, isInstallationOwner, lockFirstOwner } from '../../../accounts/index.ts';
import type { Handle } from '../../../db/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { operatorOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { createSessionOpening, OpenedSession } from '../sign-in/session-opening.ts';
import { Email, Name, NewPassword } from '../wire/wire-schemas.ts';

const tags = ['Session'];
/** The first start creates one workspace. Only a script could have created more than this. */
const mostWorkspaces = 1000;

/** The first operator creates an account with the operator token of the first start. */
export const createAccountSetupRoutes = (deps: RouteDependencies): Route[] => {
  const { db, operators, workspaces } = deps;
  const openSession = createSessionOpening(deps);

  const refuseLater = async (handle: Handle): Promise<void> => {
    if (await hasOwner(handle))
      throw new AppError(
        'conflict',
        'The installation already has an owner: sign in, or ask the owner to invite you',
      );
  };

  return [
    route({
      method: 'POST',
      url: '/account-setup',
      permission: 'signed-in',
      audit: ['operator.add', 'session.open'],
      schema: {
        tags,
        summary: 'Create the first account',
        description:
          'Requires a token with the role owner in every workspace, and works while no workspace has an owner. The new operator becomes owner of every workspace and is signed in; the token of the first start is revoked.',
        operationId: 'setUpAccount',
        body: Type.Object({ email: Email, name: Name, password: NewPassword }),
        response: { 200: OpenedSession },
      },
      handler: async (request, reply, record) => {
        if (!isInstallationOwner(operatorOf(request)))
          throw new AppError(
            'forbidden',
            'Only the operator token of the installation can create the first account',
          );
        await refuseLater(db.query);
        const { email, name, password } = request.body;
        const { workspaces: all } = await workspaces.list(undefined, { offset: 0, limit: mostWorkspaces });
        const passwordHash = await operators.hashPassword(password);
        return openSession(
          { request, reply, record },
          async (tx) => {
            await lockFirstOwner(tx);
            await refuseLater(tx);
            const { id } = await operators.create(tx, { email, name, passwordHash, passwordChosen: true });
            for (const { id: workspaceId } of all) {
              await operators.setRole(tx, id, { workspaceId, role: 'owner' });
              await record(tx, {
                action: 'operator.add',
                workspaceId,
                targetId: id,
                changes: { email: [null, email], role: [null, 'owner'] },
              });
            }
            return { operatorId: id };
          },
          { method: 'password', secondFactor: null },
        );
      },
    }),
  ];
};
