import type { OperatorRole } from '../accounts/index.ts';
import { UsageError } from './command.ts';

const roles = ['owner', 'editor', 'viewer', 'support'] as const satisfies OperatorRole[];

export const readRole = (text: string | undefined): OperatorRole => {
  const role = roles.find((one) => one === text);
  if (!role) throw new UsageError(`--role must be one of ${roles.join(', ')}`);
  return role;
};
