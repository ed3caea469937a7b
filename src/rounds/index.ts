export {
  type FoundCitations,
  findCitations,
  findRoundDetail,
  findRoundStates,
  type RoundDetail,
  type RoundState,
} from './find-round.ts';
export { listMessages, type SaidMessage } from './list-messages.ts';
export { listQa, type QaFilter, type QaRow } from './list-qa.ts';
export { isLast, type ReplyAudio, type ReplyEvent, type ReplyOutput } from './reply-events.ts';
export {
  type FilePart,
  type HistoryTurn,
  type KnowledgeScope,
  labelOf,
  type ResponseMode,
  type Round,
  type RoundRequest,
  type StoredPart,
  textOf,
} from './round.ts';
export {
  addReservation,
  countEvents,
  deleteEvents,
  endRound,
  findFirstOpenRound,
  findRound,
  findStopRequests,
  holdAttempt,
  insertEvents,
  insertOwnEvents,
  insertRound,
  insertTrace,
  keepErrorCause,
  keepHeardText,
  keepReadText,
  keptReadText,
  type OwnAttempt,
  type RoundRow,
  readLog,
  releaseRound,
  requestStop,
  takeOverRound,
} from './round-store.ts';
export type { StepKind, TraceStep } from './trace-step.ts';
export { type ExportedMessage, walkMessages } from './walk-messages.ts';
export { type ExportFilter, type WalkedRound, walkFirstRounds, walkRounds } from './walk-rounds.ts';
