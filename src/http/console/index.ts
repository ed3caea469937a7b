export { createAddressCheck } from './address-check.ts';
export type { ConsoleDependencies, ConsoleScope, RouteDependencies } from './console-dependencies.ts';
export { createDeliveryRoutes } from './delivery-routes.ts';
export { findAgentOf } from './find-agent.ts';
export { createHandoffRoutes } from './handoff-routes.ts';
export { operatorOf, workspaceOf } from './operator-guard.ts';
export { Paged, PageQuery, paged, rangeOf } from './paging.ts';
export { type ConsoleRoutes, registerConsoleApi } from './register-console-api.ts';
