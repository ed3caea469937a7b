/** What travels between this page and the service, in the service's own names. */
export type Channel = 'SHARE' | 'EMBED' | 'WIDGET' | 'LIVE_CHAT_WIDGET_1';
export type HandoffStatus = 'agent' | 'email' | 'waiting' | 'human';
export type Rating = 'GOOD' | 'BAD' | 'NONE';

export interface Features {
  images: boolean;
  documents: boolean;
  audio_in: boolean;
  audio_out: boolean;
  handoff: boolean;
  handoff_needs_email: boolean;
  max_files: number;
  /** All files of a message together. */
  max_message_mb: number;
  max_image_mb: number;
  max_document_mb: number;
  max_audio_mb: number;
  image_hosts: string[];
}

export interface Session {
  browser_secret: string;
  token: string;
  frame_grant?: string | null;
  visitor: { user_id: string | null; anonymous_id: string | null; proven: boolean; email: string | null };
  agent: {
    id: string;
    name: string;
    greeting: string;
    suggestions: string[];
    colors?: { primary: string | null; on_primary: string | null };
  };
  features: Features;
  allowed_origins: string[];
  conversation: { conversation_id: string; status: HandoffStatus } | null;
}

export interface SessionRequest {
  channel: Channel;
  browser_secret?: string | undefined;
  user_id?: string | undefined;
  user_hash?: string | undefined;
  merge_guest?: boolean | undefined;
  frame_grant?: string | undefined;
  email?: string | undefined;
  locale?: string | undefined;
}

export interface Citation {
  title: string;
  source_url: string | null;
  content: string;
}

export interface Recording {
  url: string;
  transcript: string;
}

export interface StoredFile {
  name: string;
  kind: string;
  url?: string;
}

export interface StoredMessage {
  id: string;
  message_id: string;
  answer_id: string | null;
  role: 'user' | 'assistant' | 'human' | 'notice';
  text: string;
  files: StoredFile[];
  audio: Recording[];
  citations: Citation[];
  feedback: Rating;
  status: 'ended' | 'running' | 'failed' | 'stopped';
  error?: { code: number; message: string };
  /** Of a notice without a text: why the agent answers again after a person. */
  reason?: string;
  /** Seconds. */
  create_time: number;
}

export interface ListedConversation {
  conversation_id: string;
  subject: string;
  /** Milliseconds. */
  recent_chat_time: number;
  channel: string;
}

export interface OutgoingFile {
  name: string;
  base64_content: string;
}

export interface OutgoingMessage {
  conversation_id?: string | undefined;
  text?: string | undefined;
  files?: OutgoingFile[] | undefined;
}

/** An event of an answer: 11, then 3 and 39, then 10, 4 and 0; any other code is a failure. */
export interface ReplyEvent {
  code: number;
  message: string;
  data: unknown;
}

export type LiveEvent =
  | { type: 'status'; status: HandoffStatus }
  /** A person has gone, told under the id that the history has for it. */
  | { type: 'status'; status: 'agent'; reason: string; message_id: string; create_time: number }
  | { type: 'human-message' | 'notice'; message_id: string; text: string; create_time: number }
  | { type: 'message'; message_id: string };

export type PageEvent = 'page_opened' | 'widget_opened' | 'widget_closed';
