export {
  AuthenticationError,
  ConnectionError,
  FrontdeskError,
  InvalidRequestError,
  RateLimitError,
  TimeoutError,
} from './errors.ts';
export type { FileContent, FileInput } from './files.ts';
export { Frontdesk, filePart } from './frontdesk.ts';
export type * from './generated.ts';
export type { MessageStream } from './message-stream.ts';
export type { CallOptions, ClientOptions } from './request.ts';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';
