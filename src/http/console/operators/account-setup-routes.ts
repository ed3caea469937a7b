import { Type } from 'typebox';
import {
  deleteSetup,
  findSetup,
  hasOwner,
  insertSetup,
  isInstallationOwner,
  lockFirstOwner,
  setupSteps,
  updateSetup,
} from '../../../accounts/index.ts';
import type { Handle } from '../../../db/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { operatorOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { createSessionOpening, OpenedSession } from '../sign-in/session-opening.ts';
import { Done, Email, Name, NewPassword, NullableText } from '../wire/wire-schemas.ts';

const tags = ['Session'];
/** The first start creates one workspace. Only a script could have created more than this. */
const mostWorkspaces = 1000;

/** The first operator creates an account with the operator token of the first start. */
export const createAccountSetupRoutes = (deps: RouteDependencies): Route[] => {
  const { db, operators, workspaces, write } = deps;
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
            const [first] = all;
            if (first) await insertSetup(tx, id, { workspaceId: first.id, step: 'workspace', agentId: null });
            return { operatorId: id };
          },
          { method: 'password', secondFactor: null },
        );
      },
    }),

    route({
      method: 'PATCH',
      url: '/account-setup',
      permission: 'signed-in',
      audit: 'none',
      schema: {
        tags,
        summary: 'Update the progress of the setup',
        description:
          'Stores how far the first operator has come, so that the console continues there after a reload. `done` ends the setup.',
        operationId: 'continueSetup',
        body: Type.Object({
          step: oneOf([...setupSteps, 'done'], 'The next step'),
          agentId: Type.Optional(NullableText({ maxLength: 64, description: 'The first agent' })),
        }),
        response: { 204: Done },
      },
      handler: async (request, reply) => {
        const operator = operatorOf(request);
        const { step, agentId } = request.body;
        await write(async (tx) => {
          const setup = await findSetup(tx, operator.id);
          if (!setup) throw new AppError('notFound', 'You have no setup in progress');
          if (step === 'done') await deleteSetup(tx, operator.id);
          else await updateSetup(tx, operator.id, { step, agentId: agentId ?? setup.agentId });
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};
