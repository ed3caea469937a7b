export { createDownloads, type Downloads } from './downloads.ts';
export { type EventStream, type EventStreamOptions, openEventStream } from './event-stream.ts';
export { createSharedFileRoutes } from './shared-file-routes.ts';
