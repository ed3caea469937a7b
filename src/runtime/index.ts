export type { IncomingPart, IncomingTurn, SendInput } from './admit.ts';
export type { AgentPorts } from './agent-run.ts';
export type { Arrival, Arrive } from './arrivals.ts';
export { createAttachments, type DetectedType, type IncomingFile } from './attachments.ts';
export { detectAttachment } from './detect-attachment.ts';
export { idToSend } from './event-ids.ts';
export { createModelChoice } from './model-choice.ts';
export type {
  Handoff,
  Knowledge,
  Memory,
  ModelChoice,
  Outbox,
  ReadFile,
  RetrievedChunk,
  Tools,
  Users,
} from './ports.ts';
export { presentReply, presentReplyV1, presentReplyV2, type Reply } from './present/reply.ts';
export { presentEvent } from './present/stream.ts';
export { createReadFile } from './read-file.ts';
export { isLast, type ReplyEvent } from './reply-events.ts';
export {
  type FilePart,
  type KnowledgeScope,
  labelOf,
  type ResponseMode,
  type StoredPart,
  textOf,
} from './round.ts';
export type { RoundFeed } from './round-feed.ts';
export { createRuntime, type Runtime, type RuntimeDependencies } from './runtime.ts';
export { createSpeechCalls, type SpeechCall, type SpeechCalls } from './speech-calls.ts';
export { createSummarise } from './summarise.ts';
export type { LiveStep, Trial } from './trial.ts';
