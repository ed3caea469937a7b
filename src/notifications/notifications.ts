import { roleAllows } from '../accounts/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Mention, NotableEvent } from '../handoff/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Mailer } from '../mail/index.ts';
import { digestMail } from './digest-mail.ts';
import { digestOf } from './digest-of.ts';
import {
  deleteEvents,
  findDigestTime,
  findSettings,
  hasMailReaders,
  insertEvent,
  listEvents,
  listMailReaders,
  type NotificationKind,
  saveDigestTime,
  saveSettings,
} from './notification-store.ts';

interface NotificationsDependencies {
  db: Database;
  clock: Clock;
  jobs: Pick<Jobs, 'define' | 'enqueue'>;
  mailer: Pick<Mailer, 'isConfigured' | 'enqueue'>;
  /** Where operators reach the console. */
  baseUrl: string;
}

export interface NotificationSettings {
  byMail: boolean;
  byBrowser: boolean;
  sound: boolean;
  events: NotificationKind[];
  /** null: all agents. */
  agentIds: string[] | null;
}

const queue = 'notifications';
/** Events of this time are combined in one e-mail. */
const collectMs = 30_000;
/** Shortest time between two e-mails to the same person about one workspace. */
const intervalMs = 120_000;
/** More events than this are reported in the next e-mail. */
const mostEvents = 5000;

const noSettings: NotificationSettings = {
  byMail: false,
  byBrowser: false,
  sound: false,
  events: ['waiting', 'assigned', 'mentioned', 'replied'],
  agentIds: null,
};

/**
 * Notifies operators of handoffs by e-mail. An event is stored in its transaction. A job combines the events of a workspace:
 * each reader gets at most one e-mail per interval, however many users wait, and none about what is already done.
 */
export const createNotifications = ({ db, clock, jobs, mailer, baseUrl }: NotificationsDependencies) => {
  const sendDigests = async (tx: Handle, workspaceId: string): Promise<void> => {
    const events = await listEvents(tx, workspaceId, mostEvents);
    for (const reader of await listMailReaders(tx, workspaceId)) {
      const digest =
        roleAllows(reader.role, 'conversation:read') &&
        digestOf(events, {
          operatorId: reader.id,
          events: JSON.parse(reader.kinds) as NotificationKind[],
          agentIds: reader.agent_ids === null ? undefined : (JSON.parse(reader.agent_ids) as string[]),
        });
      if (!digest) continue;
      const mail = digestMail(digest, {
        language: reader.language,
        inboxUrl: `${baseUrl}/w/${workspaceId}/inbox`,
        accountUrl: `${baseUrl}/account`,
      });
      await mailer.enqueue(tx, {
        workspaceId,
        kind: 'notification',
        operatorId: reader.id,
        senderName: 'Frontdesk',
        to: reader.email,
        ...mail,
      });
    }
    if (events.length > 0)
      await deleteEvents(
        tx,
        events.map(({ id }) => id),
      );
    await saveDigestTime(tx, workspaceId, clock.nowMs());
  };

  jobs.define<{ workspaceId: string }>(
    queue,
    async ({ workspaceId }, context) => {
      const [oldest] = await listEvents(db.query, workspaceId, 1);
      if (!oldest) return;
      const sentAtMs = (await findDigestTime(db.query, workspaceId)) ?? 0;
      const dueAtMs = Math.max(oldest.created_at + collectMs, sentAtMs + intervalMs);
      await db.transaction(async (tx) => {
        if (clock.nowMs() < dueAtMs) return context.retryIn(tx, dueAtMs);
        await sendDigests(tx, workspaceId);
        await context.completeIn(tx);
      });
    },
    { concurrency: 1, leaseMs: 60_000, maxAttempts: 20, retryDelayMs: () => collectMs },
  );

  /** Part of the transaction of the event. Stores nothing if nobody in the workspace gets e-mails. */
  const note = async (
    tx: Handle,
    event: {
      workspaceId: string;
      agentId: string;
      sessionId: string;
      kind: NotificationKind;
      operatorId: string | null;
    },
  ): Promise<void> => {
    const { workspaceId, agentId, sessionId, kind, operatorId } = event;
    if (!mailer.isConfigured || !(await hasMailReaders(tx, workspaceId))) return;
    const nowMs = clock.nowMs();
    await insertEvent(tx, {
      id: newId(nowMs),
      workspace_id: workspaceId,
      session_id: sessionId,
      agent_id: agentId,
      kind,
      operator_id: operatorId,
      created_at: nowMs,
    });
    // One job per event, so that none is forgotten when a job ends at this moment. All but one find nothing to do.
    await jobs.enqueue(tx, queue, { workspaceId }, { runAtMs: nowMs + collectMs, workspaceId });
  };

  return {
    note,
    /** For events of human sessions of the inbox. The developer's human service notifies its own people. */
    noteHandoff: async (tx: Handle, { kind, session, operatorId }: NotableEvent): Promise<void> => {
      if (session.backend !== 'inbox' && kind !== 'missed') return;
      const { workspace_id: workspaceId, agent_id: agentId, id: sessionId } = session;
      await note(tx, { workspaceId, agentId, sessionId, kind, operatorId });
    },
    /** For operators whom a colleague mentioned in a note. */
    noteMention: async (tx: Handle, mention: Mention): Promise<void> => {
      const { workspaceId, agentId, sessionId } = mention;
      for (const operatorId of mention.operatorIds)
        await note(tx, { workspaceId, agentId, sessionId, kind: 'mentioned', operatorId });
    },
    canMail: mailer.isConfigured,

    settingsOf: async (operatorId: string, workspaceId: string): Promise<NotificationSettings> => {
      const row = await findSettings(db.query, operatorId, workspaceId);
      if (!row) return noSettings;
      const { events: kinds } = row;
      return {
        byMail: row.by_mail === 1,
        byBrowser: row.by_browser === 1,
        sound: row.sound === 1,
        events: JSON.parse(kinds) as NotificationKind[],
        agentIds: row.agent_ids === null ? null : (JSON.parse(row.agent_ids) as string[]),
      };
    },
    saveSettings: (
      tx: Handle,
      who: { operatorId: string; workspaceId: string },
      settings: NotificationSettings,
    ): Promise<void> =>
      saveSettings(tx, {
        operator_id: who.operatorId,
        workspace_id: who.workspaceId,
        by_mail: settings.byMail ? 1 : 0,
        by_browser: settings.byBrowser ? 1 : 0,
        sound: settings.sound ? 1 : 0,
        events: JSON.stringify(settings.events),
        agent_ids: settings.agentIds === null ? null : JSON.stringify(settings.agentIds),
      }),
  };
};

export type Notifications = ReturnType<typeof createNotifications>;
