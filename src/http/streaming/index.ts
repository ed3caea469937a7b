export { contentDisposition } from './content-disposition.ts';
export { createDownloads, type Downloads } from './downloads.ts';
export { type EventStream, mostWaitingBytes, openEventStream } from './event-stream.ts';
