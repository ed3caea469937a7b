import { Type } from 'typebox';
import { type MemberRow, type Operator, roleIn } from '../../accounts/index.ts';
import { describeChanges } from '../../audit/index.ts';
import type { Handle } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { ConsoleScope, RouteDependencies } from './console-dependencies.ts';
import { operatorOf, workspaceOf } from './operator-guard.ts';
import { Paged, PageQuery, paged, rangeOf } from './paging.ts';
import { Done, Email, Name, NewPassword, Role, Time, toTime, WorkspaceParams } from './wire-schemas.ts';

const tags = ['Operators'];
const path = '/workspaces/:workspaceId/operators';
const OperatorParams = Type.Object({ workspaceId: Type.String(), operatorId: Type.String() });

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

const present = (row: MemberRow) => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  disabled: row.disabled_at !== null,
  createdAt: toTime(row.created_at),
});

export const registerOperatorRoutes = (scope: ConsoleScope, deps: RouteDependencies): void => {
  const { db, operators, write } = deps;

  const memberOf = async (tx: Handle, workspaceId: string, operatorId: string): Promise<MemberRow> => {
    const member = await operators.findMember(tx, workspaceId, operatorId);
    if (!member) throw new AppError('notFound', 'There is no such operator in this workspace');
    return member;
  };

  /** Name, password and account are the person's everywhere: an owner here must not reach into a workspace elsewhere. */
  const requireOwnerOfAll = async (tx: Handle, actor: Operator, operatorId: string): Promise<void> => {
    const memberships = await operators.memberships(tx, operatorId);
    if (memberships.some(({ workspaceId }) => roleIn(actor, workspaceId) !== 'owner'))
      throw new AppError('forbidden', 'This operator also belongs to workspaces that you do not own');
  };

  /** The account of this e-mail, or undefined where one is to be made. */
  const accountOf = async (tx: Handle, email: string, hasPassword: boolean) => {
    const known = await operators.findByEmail(tx, email);
    if (known && hasPassword)
      throw new AppError(
        'conflict',
        'An operator with this e-mail exists already; leave out the password to give them a role here',
      );
    if (!known && !hasPassword)
      throw new AppError('invalidParameter', 'password is required for a new operator');
    return known;
  };

  const refuseSelf = (actor: Operator, operatorId: string): void => {
    if (actor.id === operatorId)
      throw new AppError('conflict', 'You cannot change your own role or access; ask another owner');
  };

  scope.get(
    path,
    {
      config: { permission: 'operator:read' },
      schema: {
        tags,
        summary: 'List operators',
        operationId: 'listOperators',
        params: WorkspaceParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(OperatorView) },
      },
    },
    async (request) => {
      const { members, total } = await operators.listMembers(workspaceOf(request).id, rangeOf(request.query));
      return paged(members.map(present), total, request.query);
    },
  );

  scope.post(
    path,
    {
      config: { permission: 'operator:write' },
      schema: {
        tags,
        summary: 'Add an operator',
        description:
          'Makes an account, or gives one that exists a role here: then leave out name and password, which stay what they are.',
        operationId: 'addOperator',
        params: WorkspaceParams,
        body: Type.Object({
          email: Email,
          role: Role,
          name: Type.Optional(Name),
          password: Type.Optional(NewPassword),
        }),
        response: { 201: OperatorView },
      },
    },
    async (request, reply) => {
      const { email, role, name, password } = request.body;
      const workspaceId = workspaceOf(request).id;
      // Looked at before the password is hashed, which is slow on purpose, and again where it counts.
      await accountOf(db.query, email, password !== undefined);
      const passwordHash = password === undefined ? undefined : await operators.hashPassword(password);
      const member = await write(request, async (tx, record) => {
        const known = await accountOf(tx, email, passwordHash !== undefined);
        const { id } =
          known ??
          (await operators.create(tx, { email, name: name ?? email.trim(), passwordHash: passwordHash! }));
        if (await operators.findMember(tx, workspaceId, id))
          throw new AppError('conflict', 'This operator belongs to the workspace already');
        await operators.setRole(tx, id, { workspaceId, role });
        const added = await memberOf(tx, workspaceId, id);
        await record({
          action: 'operator.add',
          targetKind: 'operator',
          targetId: id,
          changes: { email: [null, added.email], role: [null, role] },
        });
        return added;
      });
      return reply.status(201).send(present(member));
    },
  );

  scope.patch(
    `${path}/:operatorId`,
    {
      config: { permission: 'operator:write' },
      schema: {
        tags,
        summary: 'Change role, name or access',
        operationId: 'updateOperator',
        params: OperatorParams,
        body: Type.Object({
          role: Type.Optional(Role),
          name: Type.Optional(Name),
          disabled: Type.Optional(Type.Boolean()),
        }),
        response: { 200: OperatorView },
      },
    },
    async (request) => {
      const { role, name, disabled } = request.body;
      const { operatorId } = request.params;
      const workspaceId = workspaceOf(request).id;
      const actor = operatorOf(request);
      return write(request, async (tx, record) => {
        const before = await memberOf(tx, workspaceId, operatorId);
        if (role !== undefined || disabled !== undefined) refuseSelf(actor, operatorId);
        if (name !== undefined || disabled !== undefined) await requireOwnerOfAll(tx, actor, operatorId);
        if (role !== undefined) await operators.setRole(tx, operatorId, { workspaceId, role });
        if (name !== undefined) await operators.rename(tx, operatorId, name);
        if (disabled !== undefined) await operators.setDisabled(tx, operatorId, disabled);
        const after = present(await memberOf(tx, workspaceId, operatorId));
        const changes = describeChanges(present(before), after);
        if (Object.keys(changes).length > 0)
          await record({ action: 'operator.update', targetKind: 'operator', targetId: operatorId, changes });
        return after;
      });
    },
  );

  scope.put(
    `${path}/:operatorId/password`,
    {
      config: { permission: 'operator:write' },
      schema: {
        tags,
        summary: 'Set a password',
        description: 'Every session of the operator ends.',
        operationId: 'setOperatorPassword',
        params: OperatorParams,
        body: Type.Object({ password: NewPassword }),
        response: { 204: Done },
      },
    },
    async (request, reply) => {
      const { operatorId } = request.params;
      const workspaceId = workspaceOf(request).id;
      const requireChangeable = async (tx: Handle): Promise<void> => {
        await memberOf(tx, workspaceId, operatorId);
        await requireOwnerOfAll(tx, operatorOf(request), operatorId);
      };
      await requireChangeable(db.query);
      const passwordHash = await operators.hashPassword(request.body.password);
      await write(request, async (tx, record) => {
        await requireChangeable(tx);
        await operators.setPassword(tx, operatorId, { passwordHash, passwordChosen: false });
        await record({
          action: 'operator.password',
          targetKind: 'operator',
          targetId: operatorId,
          changes: { password: ['••••', '••••'] },
        });
      });
      return reply.status(204).send(null);
    },
  );

  scope.delete(
    `${path}/:operatorId`,
    {
      config: { permission: 'operator:write' },
      schema: {
        tags,
        summary: 'Remove an operator from the workspace',
        operationId: 'removeOperator',
        params: OperatorParams,
        response: { 204: Done },
      },
    },
    async (request, reply) => {
      const { operatorId } = request.params;
      const workspaceId = workspaceOf(request).id;
      refuseSelf(operatorOf(request), operatorId);
      await write(request, async (tx, record) => {
        const { email, role } = await memberOf(tx, workspaceId, operatorId);
        await operators.removeFrom(tx, operatorId, workspaceId);
        await record({
          action: 'operator.remove',
          targetKind: 'operator',
          targetId: operatorId,
          changes: { email: [email, null], role: [role, null] },
        });
      });
      return reply.status(204).send(null);
    },
  );
};
