import { Type } from 'typebox';
import type { Member, Operator } from '../../../accounts/index.ts';
import { describeChanges } from '../../../audit/index.ts';
import type { Handle } from '../../../db/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { operatorOf, workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { Done, Name, Role, Time, toTime, WorkspaceParams } from '../wire/wire-schemas.ts';
import { createMemberAccess, OperatorParams } from './member-access.ts';

const tags = ['Operators'];
const path = '/workspaces/:workspaceId/operators';

const OperatorView = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: Role,
    disabled: Type.Boolean(),
    createdAt: Time,
  },
  { title: 'Operator' },
);

const present = (member: Member) => ({
  id: member.id,
  email: member.email,
  name: member.name,
  role: member.role,
  disabled: member.disabledAtMs !== null,
  createdAt: toTime(member.createdAtMs),
});

export const createOperatorRoutes = (deps: RouteDependencies): Route[] => {
  const { operators, invitations, resetLinks, write } = deps;
  const { memberOf, requireOwnerOfAll } = createMemberAccess(deps);

  /** A former owner must not return through a link that they created earlier. */
  const endLinksOf = async (tx: Handle, operatorId: string, workspaceId: string): Promise<void> => {
    await invitations.withdrawAllBy(tx, operatorId, workspaceId);
    await resetLinks.endAllBy(tx, operatorId);
  };

  const refuseSelf = (actor: Operator, operatorId: string): void => {
    if (actor.id === operatorId)
      throw new AppError('conflict', 'You cannot change your own role or access; ask another owner');
  };

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'operator:read',
      schema: {
        tags,
        summary: 'List operators',
        description: 'Returns the operators of the workspace with their roles.',
        operationId: 'listOperators',
        params: WorkspaceParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(OperatorView) },
      },
      handler: async (request) => {
        const { members, total } = await operators.listMembers(
          workspaceOf(request).id,
          rangeOf(request.query),
        );
        return paged(members.map(present), total, request.query);
      },
    }),

    route({
      method: 'PATCH',
      url: `${path}/:operatorId`,
      permission: 'operator:write',
      audit: 'operator.update',
      schema: {
        tags,
        summary: 'Update an operator',
        description: 'Changes role, name or access of an operator.',
        operationId: 'updateOperator',
        params: OperatorParams,
        body: Type.Object({
          role: Type.Optional(Role),
          name: Type.Optional(Name),
          disabled: Type.Optional(Type.Boolean()),
        }),
        response: { 200: OperatorView },
      },
      handler: async (request, _reply, record) => {
        const { role, name, disabled } = request.body;
        const { operatorId } = request.params;
        const workspaceId = workspaceOf(request).id;
        const actor = operatorOf(request);
        return write(async (tx) => {
          const before = await memberOf(tx, workspaceId, operatorId);
          if (role !== undefined || disabled !== undefined) refuseSelf(actor, operatorId);
          if (name !== undefined || disabled !== undefined) await requireOwnerOfAll(tx, actor, operatorId);
          if (role !== undefined) await operators.setRole(tx, operatorId, { workspaceId, role });
          if (name !== undefined) await operators.rename(tx, operatorId, name);
          if (disabled !== undefined) await operators.setDisabled(tx, operatorId, disabled);
          if (disabled === true || (role !== undefined && role !== 'owner'))
            await endLinksOf(tx, operatorId, workspaceId);
          const after = present(await memberOf(tx, workspaceId, operatorId));
          const changes = describeChanges(present(before), after);
          if (Object.keys(changes).length > 0) await record(tx, { targetId: operatorId, changes });
          return after;
        });
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/:operatorId`,
      permission: 'operator:write',
      audit: 'operator.remove',
      schema: {
        tags,
        summary: 'Remove an operator',
        description:
          'Removes the operator from the workspace and ends their sessions and live streams. An account without a role in another workspace is deleted.',
        operationId: 'removeOperator',
        params: OperatorParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const { operatorId } = request.params;
        const workspaceId = workspaceOf(request).id;
        refuseSelf(operatorOf(request), operatorId);
        await write(async (tx) => {
          const { email, role } = await memberOf(tx, workspaceId, operatorId);
          const { isAccountDeleted } = await operators.removeFrom(tx, operatorId, workspaceId);
          await endLinksOf(tx, operatorId, workspaceId);
          await record(tx, {
            targetId: operatorId,
            changes: {
              email: [email, null],
              role: [role, null],
              ...(isAccountDeleted ? { account: ['open', 'deleted'] } : {}),
            },
          });
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};
