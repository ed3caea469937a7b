export {
  type AttemptIdentity,
  addReservation,
  endRound,
  lockAttempt,
  releaseRound,
  takeOverRound,
} from './attempt-store.ts';
export {
  type FoundCitations,
  findCitations,
  findPassages,
  insertingCitations,
  type Passage,
} from './citation-store.ts';
export {
  appendAgentNote,
  appendHumanText,
  deleteRounds,
  findNewestRound,
  listFileIds,
  listRunningRounds,
  type NewestRound,
  readNewestRounds,
  setRoundsUser,
} from './conversation-rounds.ts';
export { deleteDetails, listOlderRounds, olderRoundsQuery } from './delete-details.ts';
export { countEvents, deleteEvents, insertingEvents, insertOwnEvents, readLog } from './event-store.ts';
export {
  findRoundDetail,
  findRoundOfAgent,
  findRoundOrAnswer,
  findRoundStates,
  type RoundDetail,
  type RoundState,
} from './find-round.ts';
export { listQa, type QaFilter, type QuestionAndAnswer } from './list-qa.ts';
export {
  decodeFiles,
  decodeQuestion,
  encodeFiles,
  type FilePart,
  filesIn,
  labelOf,
  type StoredPart,
  textOf,
} from './message-parts.ts';
export {
  findOpenRound,
  listOpenRoundsOf,
  listOpenRoundsOfOthers,
  listUnregisteredRounds,
  type OpenRound,
} from './open-rounds.ts';
export { readQuestions } from './read-questions.ts';
export { isStored, markFilesRemoved, markRemoved } from './remove-files.ts';
export { isLast, type ReplyEvent } from './reply-events.ts';
export {
  type AskedField,
  type AskedQuestion,
  decodeOutputs,
  type PendingCalls,
  type ReplyAudio,
  type ReplyOutput,
} from './reply-output.ts';
export { outlivesProcess, type ResponseMode, type Round } from './round.ts';
export {
  type CallFields,
  decodeRequest,
  type HistoryTurn,
  type KnowledgeScope,
  type RoundRequest,
} from './round-request.ts';
export {
  findFirstOpenRound,
  findRound,
  insertingRound,
  keepErrorCause,
  keepReadText,
  keptReadText,
  type NewRoundDetails,
  type RoundRow,
  saveTranscript,
  setRating,
  toRound,
} from './round-store.ts';
export { decodeUsage } from './round-usage.ts';
export { readSearchedRounds, type SearchedRound } from './searched-rounds.ts';
export { findStopRequests, requestStop, requestStops } from './stop-requests.ts';
export { testRunChats } from './test-run-chats.ts';
export {
  decodeSteps,
  type SentRequest,
  type StepDetail,
  type StepKind,
  type TraceStep,
} from './trace-step.ts';
export { insertingTrace } from './trace-store.ts';
export { listMessages, type TranscriptMessage } from './transcript/list-messages.ts';
export {
  findHistoryMessages,
  findHistoryRounds,
  findHumanSessionEnds,
  findPlace,
  type HistoryHumanMessage,
  type HistoryHumanSessionEnd,
  type HistoryRound,
  placesBefore,
} from './transcript/page-before.ts';
export { type LiveCursor, type LiveEvent, readAfter } from './transcript/read-after.ts';
export { listSessionRatings, type SessionRating } from './transcript/session-ratings.ts';
export { type ExportedMessage, walkMessages } from './transcript/walk-messages.ts';
export {
  countLaterVersions,
  findVersion,
  findVersions,
  hasPersonSince,
  listVersion,
  markReplaced,
} from './version-store.ts';
export { type ExportFilter, type WalkedRound, walkFirstRounds, walkRounds } from './walk-rounds.ts';
