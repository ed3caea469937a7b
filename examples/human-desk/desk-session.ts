export interface DeskFile {
  name: string;
  type: string;
  size: number;
  /** Signed by Frontdesk. It expires. */
  url: string;
}

export interface Line {
  from: 'user' | 'agent' | 'person';
  /** Name of the person who replied. */
  name?: string;
  text: string;
  files?: DeskFile[];
  atMs: number;
}

export interface DeskSession {
  conversationId: string;
  user: string;
  email: string;
  status: 'open' | 'closed';
  /** Why it is closed, in words for the person at the desk. */
  ending: string;
  lines: Line[];
  /** Messages of the user that nobody at the desk has seen. */
  unread: number;
  openedAtMs: number;
  /** IDs of the calls that this session contains. */
  calls: string[];
}
