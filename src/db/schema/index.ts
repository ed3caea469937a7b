import type { AccountTables } from './accounts.ts';
import type { AnalyticsTables } from './analytics.ts';
import type { AuthTables } from './auth.ts';
import type { ChannelTables } from './channels.ts';
import type { ConversationTables } from './conversations.ts';
import type { CorrectionTables } from './corrections.ts';
import type { EncryptionTables } from './encryption.ts';
import type { EvaluationTables } from './evaluation.ts';
import type { FlowTables } from './flows.ts';
import type { HandoffTables } from './handoff.ts';
import type { InboxTables } from './inbox.ts';
import type { JobTables } from './jobs.ts';
import type { KnowledgeTables } from './knowledge.ts';
import type { MailTables } from './mail.ts';
import type { ModelTables } from './models.ts';
import type { NotificationTables } from './notifications.ts';
import type { RetentionTables } from './retention.ts';
import type { SearchTables } from './search.ts';
import type { SharedFileTables } from './shared-files.ts';
import type { SignInTables } from './sign-in.ts';
import type { SourceTables } from './sources.ts';
import type { RecordTables } from './tables.ts';
import type { UsageTables } from './usage.ts';
import type { WorkspaceTables } from './workspaces.ts';

/**
 * One schema for both databases. Times are milliseconds (bigint), flags are 0/1 integers, documents
 * are JSON in text columns, money is whole nano credits (bigint), so that both databases have the same
 * values and no driver converts them.
 */
export interface Schema
  extends WorkspaceTables,
    AuthTables,
    SignInTables,
    AccountTables,
    AnalyticsTables,
    ConversationTables,
    CorrectionTables,
    ChannelTables,
    UsageTables,
    JobTables,
    HandoffTables,
    InboxTables,
    EncryptionTables,
    EvaluationTables,
    FlowTables,
    KnowledgeTables,
    MailTables,
    ModelTables,
    NotificationTables,
    RecordTables,
    RetentionTables,
    SearchTables,
    SharedFileTables,
    SourceTables {}
