/** The writes of the baseline: the same rows in the same transactions as the service, and nothing else. */
export interface BaselineStore {
  createConversation(id: string, userId: string): Promise<void>;
  beginRound(round: { id: string; conversationId: string; question: string }): Promise<void>;
  /** Resolves when it is on disk. */
  endRound(end: {
    id: string;
    ledgerId: string;
    answer: string;
    outputs: string;
    usage: string;
    events: string;
  }): Promise<void>;
  close(): Promise<void>;
}

/** @param text the type of texts, @param integer of times and counts */
export const baselineTables = ({ text, integer }: { text: string; integer: string }): string => `
  create table conversations (id ${text} primary key, user_id ${text}, message_count integer, recent_chat_at ${integer});
  create table rounds (id ${text} primary key, conversation_id ${text}, sequence integer, question ${text}, answer ${text},
    outputs ${text}, usage ${text}, status ${text}, created_at ${integer}, ended_at ${integer});
  create unique index rounds_in_order on rounds (conversation_id, sequence);
  create table round_events (round_id ${text}, first_sequence integer, events ${text}, primary key (round_id, first_sequence));
  create table traces (round_id ${text} primary key, steps ${text});
  create table ledger_entries (id ${text} primary key, round_id ${text}, tokens ${text}, credits integer, created_at ${integer});
`;
