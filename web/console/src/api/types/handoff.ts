export interface OpenSession {
  id: string;
  agentId: string;
  agentName: string;
  conversationId: string;
  userId: string;
  subject: string;
  channel: string;
  /** opening: the human service has not answered yet. */
  status: string;
  trigger: string;
  hasReplied: boolean;
  rounds: number;
  recentChatAt: string;
  createdAt: string;
  openedAt: string | null;
  deadlineAt: string | null;
}

export interface HandoffSession {
  id: string;
  agentId: string;
  conversationId: string;
  channel: string;
  status: 'opening' | 'open' | 'closed';
  trigger: string;
  closeReason: string | null;
  hasReplied: boolean;
  createdAt: string;
  openedAt: string | null;
  closedAt: string | null;
  deadlineAt: string | null;
}
