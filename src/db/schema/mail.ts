export type MailStatus = 'queued' | 'sent' | 'failed';

/** reply: an operator's reply to a user. notification: a summary for an operator. */
export type MailKind = 'reply' | 'notification';

export interface MailTables {
  /** An e-mail that is sent at least once. */
  mails: {
    id: string;
    workspace_id: string;
    kind: MailKind;
    /** The conversation of a reply. */
    conversation_id: string | null;
    /** The message of the conversation that the e-mail contains. */
    human_message_id: string | null;
    /** The operator who gets a notification. */
    operator_id: string | null;
    sender_name: string;
    to_address: string;
    subject: string;
    /** Emptied when the e-mail was sent. */
    body_text: string;
    body_html: string;
    /** The Message-ID header, the same for every attempt. */
    message_id: string;
    status: MailStatus;
    /** Why the newest attempt failed. */
    error: string | null;
    created_at: number;
    /** When it was sent or given up. */
    ended_at: number | null;
  };
}
