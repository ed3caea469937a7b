import type { ConversationType } from '../../conversations/index.ts';
import type { PlatformApi } from './platform-api.ts';
import type { PlatformDrafts } from './platform-drafts.ts';

/** A request of a platform, as it arrived. */
export interface InboundRequest {
  method: 'GET' | 'POST';
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  query: Readonly<Record<string, string>>;
  /** Signatures cover the bytes. */
  body: Buffer;
  nowMs: number;
}

/** What the platform gets as response. */
export interface InboundAnswer {
  status?: number;
  contentType?: string;
  body?: string;
}

/** One event of a platform. It is stored before the request is acknowledged, and processed later. */
export interface PlatformUpdate {
  /** At most 200 characters. A second update with the same key is a repetition and is ignored. */
  key: string;
  /** At most 200 characters. Updates of one chat are processed one at a time. */
  chatKey: string;
  /** Order within the chat, a safe integer. Updates that wait at the same time are processed in this order. */
  position: number;
  /**
   * Key of the update directly before this one, if the platform numbers its updates without gaps and `position` is this
   * number. If it has not arrived, this update waits a moment for it.
   */
  follows?: string;
  /** JSON. Only what `read` needs. */
  payload: unknown;
}

/** The sender wants the reply in the response. */
export interface AwaitedReply {
  /** Of the update. */
  key: string;
  /** 0: as it is now. */
  waitMs: number;
}

/** What is known of the reply to an update. */
export type KnownReply =
  | { status: 'processing' }
  | { status: 'answered'; text: string; conversationId: string | null }
  /** A person answers. */
  | { status: 'handoff'; conversationId: string }
  | { status: 'failed'; conversationId: string }
  /** There is no reply: the user wants no messages, or the message was not for the agent. */
  | { status: 'ignored' };

export type Inbound =
  /** Not from the platform, or too old. Nothing is stored. */
  | { kind: 'refused'; reason: string; status?: 400 | 401 }
  /** From the platform, but wrong. The sender gets the error, which names the field and the rule. */
  | { kind: 'invalid'; error: string }
  /** A handshake, or nothing of interest. */
  | { kind: 'answered'; answer: InboundAnswer; otherAccounts?: string[] }
  /**
   * `otherAccounts`: keys of other accounts that the request is also about, if a platform sends the requests of several accounts
   * to one URL. Their connections in the same workspace get the request too, and check it themselves.
   */
  | {
      kind: 'updates';
      updates: PlatformUpdate[];
      answer?: InboundAnswer;
      otherAccounts?: string[];
      awaited?: AwaitedReply;
    }
  /** Asks for the reply to an earlier update. */
  | { kind: 'reply'; awaited: AwaitedReply }
  /**
   * The platform has updates to fetch: `pull.fetch` is called soon after the request was acknowledged. `hint`, at most 2000
   * characters, is given to it. Only the hint of the newest request is kept.
   */
  | { kind: 'pull'; hint?: string; answer?: InboundAnswer };

export type FileKind = 'image' | 'audio' | 'document';

export interface InboundFile {
  kind: FileKind;
  /** What `download` needs. */
  handle: string;
  name?: string | undefined;
  sizeBytes?: number | undefined;
}

/** Commands that every platform has, in its own notation. */
export type Command = 'start' | 'new' | 'human' | 'help' | 'stop';

export interface InboundMessage {
  /** What the platform needs to deliver to this chat. Stored as JSON, passed to `send`. */
  address: Readonly<Record<string, string | number | null>>;
  isGroup: boolean;
  /** Does not name the bot: it is ignored unless the user already has this chat with the bot. */
  isContinuation?: boolean;
  user: {
    /** At most 200 characters. */
    key: string;
    name?: string | undefined;
    /** Language tag. */
    language?: string | undefined;
    phone?: string | undefined;
    email?: string | undefined;
  };
  text: string;
  /** The user opened the chat and wrote nothing. The agent's greeting is sent, if it has one. */
  isArrival?: boolean;
  command?: Command | undefined;
  files: InboundFile[];
  /** The message has content that no agent can read, such as a sticker. The user is told. */
  isUnsupported?: boolean;
}

/** A message that the platform had accepted did not reach the user. */
export interface UndeliveredReport {
  kind: 'undelivered';
  deliveryId: string;
  /** Without secrets. */
  error: string;
  /**
   * Present if the platform would accept the message in another form, such as a template. Returns the address with which `send`
   * chooses this form. The message is sent again, once for the same error.
   */
  readdress?: (address: InboundMessage['address']) => InboundMessage['address'];
}

export type InboundEvent =
  | { kind: 'message'; message: InboundMessage }
  | UndeliveredReport
  /** Not addressed to the agent, edited, deleted, or about membership. */
  | { kind: 'ignored' };

export interface OutgoingFile {
  kind: FileKind;
  fileId: string;
  name: string;
  mediaType: string;
  sizeBytes: number;
}

/** A reply before it is formatted for a platform. */
export interface OutgoingReply {
  /** Markdown. May be empty if there are files. */
  text: string;
  /** Proposed answers. */
  choices?: readonly string[] | undefined;
  files?: readonly OutgoingFile[] | undefined;
}

/** Something that happened in a conversation, for platforms that are told. */
export interface ChatEvent {
  /** Such as handoff.started. */
  name: string;
  data: Readonly<Record<string, unknown>>;
}

/** The result of one call to the platform. */
export interface SendOutcome {
  /** Without secrets. */
  url: string;
  httpStatus: number | null;
  /** null: the platform accepted it. Without secrets. */
  error: string | null;
  /** Start of the response, without secrets. */
  excerpt: string;
  retryAfterMs: number | null;
  /** Another attempt cannot succeed, such as after the user blocked the bot. */
  isFinal?: boolean;
  /** Too many calls: it is repeated after `retryAfterMs`, and the failure does not count. */
  isRateLimited?: boolean;
  /** The credentials were refused. The connection shows it. */
  isRefused?: boolean;
  /** The platform accepts the next call to this chat after this time. */
  chatPauseMs?: number;
}

/** A connection as its connector sees it. */
export interface ConnectionAccess {
  id: string;
  /** Plain text. */
  secrets: Readonly<Record<string, string>>;
  settings: Readonly<Record<string, string>>;
  account: Account;
  /** The URL to which the platform sends. */
  inboundUrl: string;
}

export interface Account {
  /** Id of the bot on the platform. At most 200 characters. */
  key: string;
  /** As people know it, such as @shop_bot. */
  name: string;
}

export interface FileAccess {
  /** Undefined if it was deleted. */
  read(fileId: string): Promise<Uint8Array | undefined>;
  /** A URL from which the platform can fetch the file for a day. Undefined if the file was deleted. */
  urlOf(fileId: string): Promise<string | undefined>;
}

export interface SendContext {
  connection: ConnectionAccess;
  api: PlatformApi;
  /** Of the newest message of the chat. */
  address: InboundMessage['address'];
  files: FileAccess;
  /** The platform can return it with a later report about the message. */
  deliveryId: string;
  /** reply, human_reply, notice or event */
  kind: string;
  conversationId: string | null;
  /** The message that showed the reply while it was written. It is replaced, or removed if the call cannot replace it. */
  draft?: string | undefined;
  nowMs: number;
}

/** What a draft may know. */
export type DraftContext = Pick<SendContext, 'connection' | 'api' | 'address' | 'nowMs'>;
export type ConnectorDrafts = PlatformDrafts<DraftContext>;

export interface PullContext {
  connection: ConnectionAccess;
  api: PlatformApi;
  /** What the last call returned. null: there was none for this account. */
  cursor: string | null;
  /** Of the newest request that was not followed by a successful call. */
  hint: string | null;
  nowMs: number;
}

export type PullOutcome =
  | {
      kind: 'pulled';
      updates: PlatformUpdate[];
      /** Where the next call begins. At most 10,000 characters. Stored together with the updates. */
      cursor: string | null;
      /** There are more updates: the next call follows at once. Return at most a few hundred at a time. */
      isMore?: boolean;
    }
  | {
      kind: 'failed';
      /** For operators, without secrets. */
      error: string;
      /** The platform asks for this delay. Otherwise the delay grows with each failure. At most an hour. */
      retryAfterMs?: number;
      /** The credentials were refused. The next call is after a change, a test or a request, or a day later. */
      isRefused?: boolean;
    };

/** How updates are fetched from a platform that does not send them. */
export interface PlatformPull {
  /** Interval. Absent: only when `receive` returns `pull`, and once a day. */
  everyMs?: number;
  /** One call at a time for a connection. Takes at most 90 seconds. May reject with an EgressError. */
  fetch(context: PullContext, signal: AbortSignal): Promise<PullOutcome>;
}

/** A field that an operator fills in. */
export interface ConnectorField {
  name: string;
  isSecret: boolean;
  maxLength: number;
  /** A full match is required. */
  pattern?: RegExp;
  /** Completes "must be …". */
  rule?: string;
  isOptional?: boolean;
}

/** A problem for the operator, such as a refused token. The text contains no secrets. */
export class ConnectorError extends Error {
  override readonly name = 'ConnectorError';
}

/** Limits of what is sent to a platform. */
export interface PlatformLimits {
  /** Calls a second of one connection. */
  perSecond: number;
  /** Shortest time between two calls to one chat. */
  perChatMs: number;
  /** Largest file that the platform accepts from the service. */
  fileMb: number;
}

/** One platform. Functions without a promise must be fast: they run for every request, also for forged ones. */
export interface Connector {
  platform: string;
  /** As its makers write it. */
  title: string;
  conversationType: ConversationType;
  /** Prefix of new anonymous ids: lower-case letters and digits. */
  userPrefix: string;
  fields: readonly ConnectorField[];
  /**
   * Language of the service's texts for users whose language the platform does not report. Absent: English. It is not stored
   * as an attribute of the user.
   */
  usualLanguage?(settings: ConnectionAccess['settings']): string;
  /** How people write commands, if a slash is not possible. */
  commandMarks?: Readonly<Partial<Record<Command, string>>>;
  /** Addresses of the platform by purpose. `api` is required. Only the installation can replace them. */
  hosts: Readonly<Record<'api', string> & Record<string, string>>;
  limits: PlatformLimits;
  /**
   * What a request gets while the connection is paused. `refuse`: 503, and the platform repeats it later. `drop`:
   * acknowledged and forgotten, for platforms that disable an address after failures.
   */
  whilePaused: 'refuse' | 'drop';
  /**
   * Somebody waits for the reply to each message of its own, such as a command that shows that it is processed. The address
   * of that message is used for its reply, not the one of the newest message. A message of somebody who wants no messages is
   * answered with a notice.
   */
  awaitsReply?: boolean;
  /** Checks signature and age of a request and divides it into updates. */
  receive(request: InboundRequest, connection: ConnectionAccess): Inbound;
  pull?: PlatformPull;
  /** Reads the payload of an update. */
  read(payload: unknown, connection: ConnectionAccess): InboundEvent;
  /** For platforms that send pictures of one message as several updates. They are answered as one message. */
  album?: {
    /** The same for all updates of one album in a chat. Undefined: not part of an album. */
    keyOf(payload: unknown): string | undefined;
    /** The payloads of an album, in order, as one payload for `read`. */
    join(payloads: readonly unknown[]): unknown;
    /** A full album does not wait for more. */
    mostParts: number;
  };
  /** The calls that deliver a reply, each as JSON. A call that fails is repeated alone. */
  render(
    reply: OutgoingReply,
    address: InboundMessage['address'],
    settings: ConnectionAccess['settings'],
  ): object[];
  /** The calls that report an event. Absent: the platform is not told. */
  renderEvent?(event: ChatEvent, settings: ConnectionAccess['settings']): object[];
  /** The response to a request that awaits a reply. */
  presentReply?(reply: KnownReply, awaited: AwaitedReply): InboundAnswer;
  /** One call of `render`. Rejects only if the signal was aborted. */
  send(call: object, context: SendContext, signal: AbortSignal): Promise<SendOutcome>;
  /** Rejects with an EgressError, or a ConnectorError with a text for operators. */
  download(
    handle: string,
    context: Pick<SendContext, 'connection' | 'api'>,
    maxBytes: number,
  ): Promise<Uint8Array>;
  /** What the platform knows of a user, if messages do not contain it. Called once for a user. Errors are ignored. */
  describeUser?(
    userKey: string,
    context: Pick<SendContext, 'connection' | 'api'>,
  ): Promise<Omit<InboundMessage['user'], 'key'>>;
  drafts?: ConnectorDrafts;
  /** Shows that a reply is being written. Errors are ignored. */
  showTyping?(
    context: Pick<SendContext, 'connection' | 'api' | 'address'>,
    signal: AbortSignal,
  ): Promise<void>;
  /** How often `showTyping` has to be repeated. */
  typingMs?: number;
  /** Secrets that the service chooses itself when a connection is created. */
  newSecrets?(): Record<string, string>;
  /** Those that the operator gets once, when they are created, and can replace. */
  shownSecrets?: readonly string[];
  /** Asks the platform whose credentials these are. Rejects with a ConnectorError. */
  identify(access: Pick<ConnectionAccess, 'secrets' | 'settings'>, api: PlatformApi): Promise<Account>;
  /** Tells the platform the address for its requests. Rejects with a ConnectorError. */
  register?(connection: ConnectionAccess, api: PlatformApi): Promise<void>;
  /** Takes the address back, when the connection is deleted. Errors are ignored. */
  unregister?(connection: ConnectionAccess, api: PlatformApi): Promise<void>;
  /** Problems that the platform reports about its calls, for the connection test. `others`: of the workspace and platform. */
  findProblems?(
    connection: ConnectionAccess,
    api: PlatformApi,
    context: { others: readonly ConnectionAccess[]; nowMs: number },
  ): Promise<string[]>;
}
