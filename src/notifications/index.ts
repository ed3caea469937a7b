export { createNotifications, type Notifications } from './notifications.ts';
