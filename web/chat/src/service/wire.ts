/** What travels between this page and the service: the types of the service's own schemas. Nothing of them is in the built page. */
import type { StoredMessage } from '../../../../src/http/embed/page-schemas.ts';

export type {
  Channel,
  Citation,
  Features,
  HandoffRequest,
  HandoffStatus,
  ListedConversation,
  LiveEvent,
  OutgoingFile,
  OutgoingMessage,
  PageAnswer,
  PageEvent,
  Rating,
  Recording,
  Session,
  SessionRequest,
  StoredMessage,
} from '../../../../src/http/embed/page-schemas.ts';

type FileOfMessage = StoredMessage['files'][number];
/** A file as it is shown; one that is still being sent may have no address. */
export type StoredFile = Pick<FileOfMessage, 'name' | 'kind'> & Partial<FileOfMessage>;

/** An event of an answer: 11, then 3 and 39, then 10, 4 and 0; any other code is a failure. */
export interface ReplyEvent {
  code: number;
  message: string;
  data: unknown;
}
