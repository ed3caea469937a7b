export type { Arrival, Arrive } from './admission/arrivals.ts';
export type { IncomingPart, IncomingTurn, SendInput } from './admission/send-input.ts';
export type { EarlierRound } from './caller/earlier-round.ts';
export { idToSend } from './events/event-ids.ts';
export type { RoundFeed } from './events/round-feed.ts';
export type { KindReader } from './files/accepted-kinds.ts';
export { createAttachments, type IncomingFile } from './files/attachments.ts';
export { detectAttachment } from './files/detect-attachment.ts';
export { createReadFile } from './files/read-file.ts';
export { createModelChoice } from './model-calls/model-choice.ts';
export { createSideCall } from './model-calls/side-call.ts';
export { createSummarise } from './model-calls/summarise.ts';
export {
  joinOutputs,
  presentReply,
  presentReplyV1,
  presentReplyV2,
  type Reply,
} from './present/reply.ts';
export { encodeTextDelta, presentEvent } from './present/stream.ts';
export { createRuntime, type Runtime } from './runtime.ts';
export { createSpeechCalls, type SpeechCall, type SpeechCalls } from './speech/speech-calls.ts';
export type { LiveStep } from './trace.ts';
