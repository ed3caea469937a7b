/** The user who is signed in on the site. */
export interface WidgetUser {
  id: string | number;
  /** Proof that the id is right, computed on your server. */
  hash?: string | undefined;
  email?: string | undefined;
  /** Assign the conversations of the anonymous visitor to this user. */
  mergeGuest?: boolean | undefined;
}

export interface SessionVariables {
  user_id?: string | number | null;
  user_hash?: string;
  email?: string;
  merge_guest?: boolean;
}

/**
 * Who answers:
 * - `agent`: the agent, again, after a session with a person
 * - `email`: the chat asks for the e-mail address that the session needs
 * - `waiting`: the session is open, and nobody has answered yet
 * - `human`: a person has answered
 * - `message`: nobody answers, and the user can leave a message
 */
export type HandoffState = 'agent' | 'email' | 'waiting' | 'human' | 'message';

/** Data of each event. */
export interface WidgetEvents {
  /** The chat is loaded. */
  ready: object;
  open: object;
  close: object;
  message: { role: 'user' | 'assistant' | 'human'; message_id: string };
  /** Messages that arrived while the chat was closed. */
  unread: { count: number };
  /** The chat knows its user, or the service refused the user. */
  identity:
    | { user_id: string | null; anonymous_id: string | null; proven: boolean }
    | { error: { code: number; message: string } };
  handoff: {
    state: HandoffState;
    conversation_id: string | null;
    /** Public name of the person who has taken the session. Null if there is none. */
    person: string | null;
  };
}

export type WidgetEvent = keyof WidgetEvents;

export type WidgetListener<Event extends WidgetEvent> = (
  detail: WidgetEvents[Event] & { type: Event },
) => void;

/** The widget of a page. `window.ChatBot` has the same methods. */
export interface Widget {
  open(): void;
  close(): void;
  toggle(): void;
  isOpen(): boolean;
  /** Removes the button and the chat from view until `show` or `open` is called. The conversation goes on. */
  hide(): void;
  show(): void;
  /** Sends a message of the user in the current conversation, without opening the chat. */
  send(text: string): Promise<{ message_id: string; conversation_id: string | null }>;
  newConversation(): Promise<{ conversation_id: string | null }>;
  /** The user who is signed in on the site, or null. */
  setUserId(id: string | number | null, given?: string | Omit<WidgetUser, 'id'> | null): void;
  set_session_variables(variables?: SessionVariables): void;
  /** Returns a function that removes the listener. */
  on<Event extends WidgetEvent>(event: Event, listener: WidgetListener<Event>): () => void;
  /** Removes the widget from the page. */
  destroy(): void;
}

/** Why a call failed. */
export type WidgetErrorCode =
  /** The text is missing or too long, or an option is wrong. */
  | 'invalid'
  /** Too many messages wait for the end of a reply. */
  | 'busy'
  /** The user or the conversation changed before the message was sent. */
  | 'cancelled'
  /** The service refused the user or the message. */
  | 'refused'
  /** Nobody reads messages now: the user is asked to leave one. */
  | 'unavailable'
  /** The chat was not loaded in time. */
  | 'timeout'
  /** The widget was removed. */
  | 'destroyed'
  /** The script could not be loaded. */
  | 'script'
  /** The page has a widget with other settings. */
  | 'loaded';

export interface WidgetError extends Error {
  code: WidgetErrorCode;
}
