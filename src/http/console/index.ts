export { createAddressCheck } from './agents/address-check.ts';
export { createConsoleRoutes, createManagementRoutes } from './console-routes.ts';
export { registerConsoleApi } from './register-console-api.ts';
