export {
  actorName,
  type Operator,
  type PersonOperator,
  roleIn,
  type TokenOperator,
  workspacesWhere,
} from './operator.ts';
export { type OperatorRole, type Permission, permissionTable, roleAllows } from './operator-roles.ts';
export { hasOperatorPassword, type MemberRow, type Membership, type OperatorRow } from './operator-store.ts';
export { createOperatorTokens, type OperatorTokens, presetTokenName } from './operator-tokens.ts';
export { createOperators, normalizeEmail, type Operators, sessionMs } from './operators.ts';
