export { hasCredits, reserveCredits, settleCredits } from './credit-store.ts';
export { ensureFirstStart, type FirstStart } from './first-start.ts';
export { mayBindTo } from './may-bind-to.ts';
export { addToBalance, findWorkspace, setBalance, type Workspace } from './store.ts';
export { createWorkspaces, type Workspaces } from './workspaces.ts';
