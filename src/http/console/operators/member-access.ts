import { Type } from 'typebox';
import { type Member, type Operator, roleIn } from '../../../accounts/index.ts';
import type { Handle } from '../../../db/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { RouteDependencies } from '../console-dependencies.ts';

export const OperatorParams = Type.Object({ workspaceId: Type.String(), operatorId: Type.String() });

/** What an owner may do with a member of a workspace. */
export const createMemberAccess = ({ operators }: Pick<RouteDependencies, 'operators'>) => ({
  memberOf: async (tx: Handle, workspaceId: string, operatorId: string): Promise<Member> => {
    const member = await operators.findMember(tx, workspaceId, operatorId);
    if (!member) throw new AppError('notFound', 'There is no such operator in this workspace');
    return member;
  },

  /** Name, password and account are shared by all workspaces: an owner must not affect another workspace. */
  requireOwnerOfAll: async (tx: Handle, actor: Operator, operatorId: string): Promise<void> => {
    const memberships = await operators.memberships(tx, operatorId);
    if (memberships.some(({ workspaceId }) => roleIn(actor, workspaceId) !== 'owner'))
      throw new AppError('forbidden', 'This operator also belongs to workspaces that you do not own');
  },
});
