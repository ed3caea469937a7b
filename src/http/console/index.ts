export { createAddressCheck } from './agents/address-check.ts';
export { createConsoleRoutes } from './console-routes.ts';
export { type ConsoleRoutes, registerConsoleApi } from './register-console-api.ts';
