import type { Flag } from './flag.ts';

/** waiting: nobody has taken a session. missed: nobody replied in a session. The others concern one operator. */
export type NotificationKind = 'waiting' | 'assigned' | 'mentioned' | 'replied' | 'missed';

export interface NotificationTables {
  /** What an operator wants to be notified of in a workspace. Absent: nothing. */
  notification_settings: {
    operator_id: string;
    workspace_id: string;
    by_mail: Flag;
    by_browser: Flag;
    sound: Flag;
    /** JSON: NotificationKind[]. */
    events: string;
    /** JSON: IDs of agents. null: all agents. */
    agent_ids: string | null;
  };
  /** Events that no e-mail has reported yet. */
  notification_events: {
    id: string;
    workspace_id: string;
    session_id: string;
    agent_id: string;
    kind: NotificationKind;
    /** The operator whom it concerns. null: all. */
    operator_id: string | null;
    created_at: number;
  };
  /** When the newest e-mails of a workspace were sent. */
  notification_digests: {
    workspace_id: string;
    sent_at: number;
  };
}
