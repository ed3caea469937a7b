export { ensureFirstStart, type FirstStart } from './first-start.ts';
export { mayBindTo } from './may-bind-to.ts';
export type { Workspace } from './store.ts';
export { createWorkspaces, type Workspaces } from './workspaces.ts';
