/** Types of the service's schemas for requests and responses of this page. They add nothing to the built page. */
import type { StoredMessage } from '../../../../src/http/embed/page-schemas.ts';

export type {
  AskedQuestion,
  Channel,
  Citation,
  Features,
  FeedbackReason,
  HandoffRequest,
  HandoffStatus,
  LeftMessage,
  ListedConversation,
  LiveEvent,
  OutgoingFile,
  OutgoingMessage,
  PageAnswer,
  PageEvent,
  Person,
  QueuePlace,
  Rating,
  Recording,
  Session,
  SessionRequest,
  StoredMessage,
  Survey,
  TranscriptionProblem,
} from '../../../../src/http/embed/page-schemas.ts';

type FileOfMessage = StoredMessage['files'][number];
/** A displayed file. A file that is still being sent may have no URL. */
export type StoredFile = Pick<FileOfMessage, 'name' | 'kind'> & Partial<FileOfMessage>;

/** Events of a reply: 11, then 3 and 39, then 10, 4 and 0. Any other code is a failure. */
export interface ReplyEvent {
  code: number;
  message: string;
  data: unknown;
}
