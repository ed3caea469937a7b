export { registerChannelApi } from './register-channel-api.ts';
export { registerChannelPages } from './register-channel-pages.ts';
