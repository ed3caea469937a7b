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
import { type Route, route } from '../../route.ts';
import { operatorOf, workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
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

export const createWorkspaceRoutes = (deps: RouteDependencies): Route[] => {
  const { workspaces, operators, write } = deps;

  return [
    route({
      method: 'GET',
      url: '/workspaces',
      permission: 'signed-in',
      schema: {
        tags,
        summary: 'List workspaces',
        description: 'Returns the workspaces in which I have a role.',
        operationId: 'listWorkspaces',
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(WorkspaceView) },
      },
      handler: async (request) => {
        const operator = operatorOf(request);
        // The name is included even if the session does not meet the requirement of the workspace.
        const ids = visibleWorkspaces(operator);
        const { workspaces: rows, total } = await workspaces.list(ids, rangeOf(request.query));
        return paged(
          rows.map((row) => present(row, roleIn(operator, row.id))),
          total,
          request.query,
        );
      },
    }),

    route({
      method: 'POST',
      url: '/workspaces',
      permission: 'signed-in',
      audit: 'workspace.create',
      schema: {
        tags,
        summary: 'Create a workspace',
        description:
          'Allowed for owners of a workspace, who become its owner, and for tokens with the role owner in every workspace.',
        operationId: 'createWorkspace',
        body: Type.Object({ name: Name }),
        response: { 201: WorkspaceView },
      },
      handler: async (request, reply, record) => {
        const operator = operatorOf(request);
        if (!mayCreateWorkspace(operator))
          throw new AppError(
            'forbidden',
            'Only an owner of a workspace, or a token with the role owner in every workspace, may create a workspace',
          );
        const row = await write(async (tx) => {
          const created = await workspaces.create(tx, request.body);
          if (operator.kind === 'person')
            await operators.setRole(tx, operator.id, { workspaceId: created.id, role: 'owner' });
          await record(tx, {
            workspaceId: created.id,
            targetId: created.id,
            changes: { name: [null, created.name] },
          });
          return created;
        });
        reply.status(201);
        return present(row, 'owner');
      },
    }),

    route({
      method: 'GET',
      url: '/workspaces/:workspaceId',
      permission: 'workspace:read',
      schema: {
        tags,
        summary: 'Get a workspace',
        description: 'Returns name and creation time of the workspace.',
        operationId: 'getWorkspace',
        params: WorkspaceParams,
        response: { 200: WorkspaceView },
      },
      handler: async (request) => {
        const workspace = workspaceOf(request);
        return present(workspace, roleIn(operatorOf(request), workspace.id));
      },
    }),

    route({
      method: 'PATCH',
      url: '/workspaces/:workspaceId',
      permission: 'workspace:write',
      audit: 'workspace.rename',
      schema: {
        tags,
        summary: 'Rename a workspace',
        description: 'Changes the name of the workspace.',
        operationId: 'renameWorkspace',
        params: WorkspaceParams,
        body: Type.Object({ name: Name }),
        response: { 200: WorkspaceView },
      },
      handler: async (request, _reply, record) => {
        const workspace = workspaceOf(request);
        const { name } = request.body;
        if (name !== workspace.name)
          await write(async (tx) => {
            await workspaces.rename(tx, workspace.id, name);
            await record(tx, { targetId: workspace.id, changes: { name: [workspace.name, name] } });
          });
        return present({ ...workspace, name }, roleIn(operatorOf(request), workspace.id));
      },
    }),
  ];
};
