import type { AttachedFile, Citation, Round } from './trace.ts';

export interface Conversation {
  id: string;
  agentId: string;
  userId: string;
  /** What the user was called before they were known. */
  anonymousId: string | null;
  channel: string;
  /** The beginning of the first question. */
  subject: string;
  rounds: number;
  credits: string;
  createdAt: string;
  recentChatAt: string;
}

export interface ConversationDetail extends Conversation {
  /** What the agent remembers of rounds out of its short-term memory. */
  summary: string;
}

export type Quality = Round['quality'];
export type Feedback = Round['feedback'];

/** Without the passage, which comes with the round. */
export type MessageCitation = Omit<Citation, 'content'>;

export interface Message {
  id: string;
  /** Of questions and answers. */
  roundId: string | null;
  /** human: a person; service: a notice about them. */
  role: 'user' | 'assistant' | 'human' | 'service';
  text: string;
  /** With a path that opens each for a day. */
  files: (AttachedFile & { url: string })[];
  /** Of spoken answers. */
  recordings: { url: string; transcript: string }[];
  createdAt: string;
  round: Pick<Round, 'status' | 'mode' | 'error' | 'credits' | 'feedback' | 'quality' | 'withPerson'> | null;
  citations: MessageCitation[];
}

export interface QuestionAndAnswer {
  id: string;
  answerId: string;
  conversationId: string;
  userId: string;
  channel: string;
  question: string;
  answer: string;
  humanAnswer: string;
  feedback: Feedback;
  createdAt: string;
}

export interface Memory {
  id: string;
  conversationId: string;
  userId: string;
  /** passage: words of the dialogue; fact: what was learned from them. */
  kind: 'passage' | 'fact';
  text: string;
  sequence: number;
  createdAt: string;
}

export interface UserDetail {
  userId: string;
  conversations: number;
  rounds: number;
  lastActiveAt: string | null;
  memories: number;
  properties: { name: string; value: string }[];
}

export interface Erased {
  conversations: number;
  rounds: number;
  files: number;
}
