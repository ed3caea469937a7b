export { createMessaging } from './messaging.ts';
