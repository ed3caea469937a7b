import { Type } from 'typebox';
import { satisfies } from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { operatorOf, workspaceOf } from '../access/operator-guard.ts';
import type { ConsoleScope, RouteDependencies } from '../console-dependencies.ts';
import { WorkspaceParams } from '../wire/wire-schemas.ts';

const path = '/workspaces/:workspaceId/sign-in-requirement';

const Requirement = Type.Object(
  {
    requirement: Type.Union([Type.Literal('none'), Type.Literal('second-factor'), Type.Literal('sso')], {
      description: 'What people have to sign in with to use the workspace',
    }),
  },
  { title: 'SignInRequirement' },
);

/** How the people of a workspace have to sign in. Operator tokens are for programs and are not asked. */
export const registerSignInRequirementRoutes = (scope: ConsoleScope, deps: RouteDependencies): void => {
  const { workspaces, singleSignOn, write } = deps;

  scope.get(
    path,
    {
      config: { permission: 'workspace:read' },
      schema: {
        tags: ['Workspaces'],
        summary: 'Get the sign-in requirement',
        operationId: 'getSignInRequirement',
        params: WorkspaceParams,
        response: { 200: Requirement },
      },
    },
    async (request) => ({ requirement: workspaceOf(request).signInRequirement }),
  );

  scope.put(
    path,
    {
      config: { permission: 'workspace:write' },
      schema: {
        tags: ['Workspaces'],
        summary: 'Set the sign-in requirement',
        description:
          'In force at once, for sessions that are open too. Refused when the own session does not satisfy it.',
        operationId: 'setSignInRequirement',
        params: WorkspaceParams,
        body: Requirement,
        response: { 200: Requirement },
      },
    },
    async (request) => {
      const operator = operatorOf(request);
      const workspace = workspaceOf(request);
      const { requirement } = request.body;
      if (requirement === 'sso' && !singleSignOn.provider)
        throw new AppError('conflict', 'Single sign-on is not set up in this installation');
      if (operator.kind === 'person' && !satisfies(operator.session, requirement))
        throw new AppError(
          'conflict',
          requirement === 'sso'
            ? 'You would shut yourself out: sign in with single sign-on first'
            : 'You would shut yourself out: sign in with a second factor first',
        );
      if (requirement !== workspace.signInRequirement)
        await write(request, async (tx, record) => {
          await workspaces.setSignInRequirement(tx, workspace.id, requirement);
          await record({
            action: 'workspace.sign-in-requirement',
            targetKind: 'workspace',
            targetId: workspace.id,
            changes: { requirement: [workspace.signInRequirement, requirement] },
          });
        });
      return { requirement };
    },
  );
};
