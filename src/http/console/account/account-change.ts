import type { FastifyRequest } from 'fastify';
import { hasSignInMethod, type PersonOperator } from '../../../accounts/index.ts';
import type { Handle } from '../../../db/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { recentPersonOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';

interface AccountChange {
  tx: Handle;
  operator: PersonOperator;
  /** Ends the person's sessions in other browsers. */
  endOtherSessions(): Promise<unknown>;
}

/** A change that an operator makes to their own account: after a recent sign-in, in one transaction. */
export const createAccountChange =
  ({ sessions, write }: Pick<RouteDependencies, 'sessions' | 'write'>) =>
  async <Result>(
    request: FastifyRequest,
    work: (change: AccountChange) => Promise<Result>,
  ): Promise<Result> => {
    const operator = recentPersonOf(request);
    return write((tx) =>
      work({
        tx,
        operator,
        endOtherSessions: () => sessions.endOthers(tx, { operatorId: operator.id }, operator.session.id),
      }),
    );
  };

/** Operators must not lock themselves out. */
export const requireSignInMethod = async (tx: Handle, { id }: PersonOperator): Promise<void> => {
  if (!(await hasSignInMethod(tx, id)))
    throw new AppError(
      'conflict',
      'This is your only way to sign in; set a password or add another one first',
    );
};

/** A second factor that a workspace requires can be replaced, but not removed. */
export const refuseIfRequired = (operator: PersonOperator): void => {
  if (operator.memberships.some(({ signInRequirement }) => signInRequirement === 'second-factor'))
    throw new AppError(
      'conflict',
      'This is your last second factor, and one of your workspaces requires one; set up another one first',
    );
};
