import { Type } from 'typebox';
import { satisfies } from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { operatorOf, workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { WorkspaceParams } from '../wire/wire-schemas.ts';

const path = '/workspaces/:workspaceId/sign-in-requirement';

const Requirement = Type.Object(
  {
    requirement: Type.Union([Type.Literal('none'), Type.Literal('second-factor'), Type.Literal('sso')], {
      description: 'How operators must sign in to use the workspace',
    }),
  },
  { title: 'SignInRequirement' },
);

/** Sign-in requirements of a workspace. They do not apply to operator tokens, which are for programs. */
export const createSignInRequirementRoutes = (deps: RouteDependencies): Route[] => {
  const { workspaces, singleSignOn, write } = deps;

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'workspace:read',
      schema: {
        tags: ['Workspaces'],
        summary: 'Get the sign-in requirement',
        description: 'Returns how operators must sign in to use the workspace.',
        operationId: 'getSignInRequirement',
        params: WorkspaceParams,
        response: { 200: Requirement },
      },
      handler: async (request) => ({ requirement: workspaceOf(request).signInRequirement }),
    }),

    route({
      method: 'PUT',
      url: path,
      permission: 'workspace:write',
      audit: 'workspace.sign-in-requirement',
      schema: {
        tags: ['Workspaces'],
        summary: 'Set the sign-in requirement',
        description:
          'Takes effect immediately, also for open sessions. Rejected if my own session does not satisfy it.',
        operationId: 'setSignInRequirement',
        params: WorkspaceParams,
        body: Requirement,
        response: { 200: Requirement },
      },
      handler: async (request, _reply, record) => {
        const operator = operatorOf(request);
        const workspace = workspaceOf(request);
        const { requirement } = request.body;
        if (requirement === 'sso' && !singleSignOn.provider)
          throw new AppError('conflict', 'Single sign-on is not set up in this installation');
        if (operator.kind === 'person' && !satisfies(operator.session, requirement))
          throw new AppError(
            'conflict',
            requirement === 'sso'
              ? 'You would lock yourself out: sign in with single sign-on first'
              : 'You would lock yourself out: sign in with a second factor first',
          );
        if (requirement !== workspace.signInRequirement)
          await write(async (tx) => {
            await workspaces.setSignInRequirement(tx, workspace.id, requirement);
            await record(tx, {
              targetId: workspace.id,
              changes: { requirement: [workspace.signInRequirement, requirement] },
            });
          });
        return { requirement };
      },
    }),
  ];
};
