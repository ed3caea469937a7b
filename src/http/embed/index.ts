export { createChannelPageRoutes } from './page-routes.ts';
export { registerChannelApi } from './register-channel-api.ts';
