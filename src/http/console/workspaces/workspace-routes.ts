import { Type } from 'typebox';
import {
  isInstallationOwner,
  type Operator,
  type OperatorRole,
  roleIn,
  visibleWorkspaces,
  workspacesWhere,
} from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Workspace } from '../../../workspaces/index.ts';
import { operatorOf, workspaceOf } from '../access/operator-guard.ts';
import type { ConsoleScope, RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { Name, Role, Time, toTime, WorkspaceParams } from '../wire/wire-schemas.ts';

const tags = ['Workspaces'];

const WorkspaceView = Type.Object(
  { id: Type.String(), name: Type.String(), role: Role, createdAt: Time },
  { title: 'Workspace' },
);

const present = (workspace: Workspace, role: OperatorRole | undefined) => ({
  id: workspace.id,
  name: workspace.name,
  role: role ?? 'viewer',
  createdAt: toTime(workspace.createdAtMs),
});

/** A token of one workspace would have no role in the new one. */
const mayCreateWorkspace = (operator: Operator): boolean =>
  operator.kind === 'token'
    ? isInstallationOwner(operator)
    : workspacesWhere(operator, 'workspace:write')?.length !== 0;

export const registerWorkspaceRoutes = (scope: ConsoleScope, deps: RouteDependencies): void => {
  const { workspaces, operators, write } = deps;

  scope.get(
    '/workspaces',
    {
      config: { permission: 'signed-in' },
      schema: {
        tags,
        summary: 'List my workspaces',
        operationId: 'listWorkspaces',
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(WorkspaceView) },
      },
    },
    async (request) => {
      const operator = operatorOf(request);
      // By name also where the session does not satisfy what the workspace requires.
      const ids = visibleWorkspaces(operator);
      const { workspaces: rows, total } = await workspaces.list(ids, rangeOf(request.query));
      return paged(
        rows.map((row) => present(row, roleIn(operator, row.id))),
        total,
        request.query,
      );
    },
  );

  scope.post(
    '/workspaces',
    {
      config: { permission: 'signed-in' },
      schema: {
        tags,
        summary: 'Create a workspace',
        description:
          'For owners of a workspace, who become its owner, and for tokens with the role owner in every workspace.',
        operationId: 'createWorkspace',
        body: Type.Object({ name: Name }),
        response: { 201: WorkspaceView },
      },
    },
    async (request, reply) => {
      const operator = operatorOf(request);
      if (!mayCreateWorkspace(operator))
        throw new AppError(
          'forbidden',
          'Only an owner of a workspace, or a token with the role owner in every workspace, may create a workspace',
        );
      const row = await write(request, async (tx, record) => {
        const created = await workspaces.create(tx, request.body);
        if (operator.kind === 'person')
          await operators.setRole(tx, operator.id, { workspaceId: created.id, role: 'owner' });
        await record({
          action: 'workspace.create',
          workspaceId: created.id,
          targetKind: 'workspace',
          targetId: created.id,
          changes: { name: [null, created.name] },
        });
        return created;
      });
      reply.status(201);
      return present(row, 'owner');
    },
  );

  scope.get(
    '/workspaces/:workspaceId',
    {
      config: { permission: 'workspace:read' },
      schema: {
        tags,
        summary: 'Get a workspace',
        operationId: 'getWorkspace',
        params: WorkspaceParams,
        response: { 200: WorkspaceView },
      },
    },
    async (request) => {
      const workspace = workspaceOf(request);
      return present(workspace, roleIn(operatorOf(request), workspace.id));
    },
  );

  scope.patch(
    '/workspaces/:workspaceId',
    {
      config: { permission: 'workspace:write' },
      schema: {
        tags,
        summary: 'Rename a workspace',
        operationId: 'renameWorkspace',
        params: WorkspaceParams,
        body: Type.Object({ name: Name }),
        response: { 200: WorkspaceView },
      },
    },
    async (request) => {
      const workspace = workspaceOf(request);
      const { name } = request.body;
      if (name !== workspace.name)
        await write(request, async (tx, record) => {
          await workspaces.rename(tx, workspace.id, name);
          await record({
            action: 'workspace.rename',
            targetKind: 'workspace',
            targetId: workspace.id,
            changes: { name: [workspace.name, name] },
          });
        });
      return present({ ...workspace, name }, roleIn(operatorOf(request), workspace.id));
    },
  );
};
