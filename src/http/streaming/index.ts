export { createDownloads, type Downloads } from './downloads.ts';
export { type EventStream, openEventStream } from './event-stream.ts';
export { createSharedFileRoutes } from './shared-file-routes.ts';
