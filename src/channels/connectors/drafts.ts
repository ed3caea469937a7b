import type { Database } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ChannelConnection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { Connector, ConnectorDrafts, DraftContext, InboundMessage } from './connector.ts';
import type { Pacer } from './pacer.ts';
import type { PlatformApi } from './platform-api.ts';
import { deleteReply, findReply, keepDraft, startDraft, unknownDraft } from './reply-store.ts';

interface DraftsDependencies {
  db: Database;
  clock: Clock;
  connections: Pick<Connections, 'find' | 'accessOf'>;
  apiOf: (connector: Connector) => PlatformApi;
  pacer: Pacer;
}

interface DraftTarget {
  roundId: string;
  connectionId: string;
  chatId: string;
  address: InboundMessage['address'];
}

/** Longer than a message of any platform. More of the text is not formatted. */
const longestText = 5000;

/** The switch of a connection. */
export const draftsOf = (
  { drafts }: Connector,
  { settings }: Pick<ChannelConnection, 'settings'>,
): ConnectorDrafts | undefined => {
  const { streaming = '' } = settings;
  return (streaming === '' ? drafts?.isOnByDefault : streaming === 'on') ? drafts : undefined;
};

/**
 * Messages that show a reply while it is being written.
 *
 * | What is stored of the draft | Meaning | What the delivery of the reply does |
 * |---|---|---|
 * | null | nothing was shown | sends |
 * | '' | the first call has no answer yet | waits up to 15 seconds, then sends |
 * | id of the message | shown | edits this message; sends if that is not possible |
 */
export const createDrafts = ({ db, clock, connections, apiOf, pacer }: DraftsDependencies) => ({
  open: (target: DraftTarget, connector: Connector, drafts: ConnectorDrafts) => {
    const { roundId, connectionId, chatId, address } = target;
    let handle: string | undefined;
    let isStarted = false;
    let isOver = false;
    let shown = '';

    const contextOf = (connection: ChannelConnection): DraftContext => ({
      connection: connections.accessOf(connection),
      api: apiOf(connector),
      address,
      nowMs: clock.nowMs(),
    });

    const start = async (context: DraftContext): Promise<boolean> => {
      const known = drafts.handleBefore?.(context);
      // The platform has no draft for this message.
      if (drafts.handleBefore && known === undefined) return false;
      const row = {
        round_id: roundId,
        chat_id: chatId,
        address: JSON.stringify(address),
        created_at: clock.nowMs(),
      };
      const isRunning = await db.transaction((tx) =>
        startDraft(tx, { ...row, draft: known ?? unknownDraft }),
      );
      if (isRunning) await db.durable();
      handle = known;
      return isRunning;
    };

    const show = async (call: object, context: DraftContext, signal: AbortSignal): Promise<void> => {
      const outcome = await drafts.write(call, handle, context, signal);
      if (outcome.handle !== undefined) {
        if (outcome.handle !== handle) await keepDraft(db.query, roundId, outcome.handle);
        handle = outcome.handle;
        shown = JSON.stringify(call);
        return;
      }
      if (handle === undefined) {
        await keepDraft(db.query, roundId, null);
        isStarted = false;
      }
      if (outcome.retryAfterMs !== undefined) pacer.holdDrafts(connectionId, outcome.retryAfterMs);
      isOver = outcome.isOver === true;
    };

    return {
      /** A message was shown, or may have been shown. */
      get isStarted(): boolean {
        return isStarted;
      },
      /** Nothing more can be shown. */
      get isOver(): boolean {
        return isOver;
      },
      /** Shows the first part of the text, if the limits of the platform allow it now. */
      write: async (text: string, signal: AbortSignal): Promise<void> => {
        const connection = await connections.find(connectionId);
        if (connection?.status !== 'active') return;
        const reply = { text: `${text.slice(0, longestText).trimEnd()} …` };
        const [call] = connector.render(reply, address, connection.settings);
        if (!call || JSON.stringify(call) === shown) return;
        if (!pacer.tryDraft({ connectionId, chatId }, connector.limits, drafts)) return;
        const context = contextOf(connection);
        if (!isStarted) {
          isStarted = await start(context);
          isOver = !isStarted;
        }
        if (isStarted) await show(call, context, signal);
      },
      /** After the end of the round: a draft to which no reply belongs is removed, for example if a person took over. */
      end: async (signal: AbortSignal): Promise<void> => {
        const reply = await findReply(db.query, roundId);
        const connection = await connections.find(connectionId);
        if (!reply?.draft || reply.is_draft_used !== 0 || !connection) return;
        await drafts.remove(reply.draft, contextOf(connection), signal);
        await deleteReply(db.query, roundId);
      },
    };
  },
});

export type Drafts = ReturnType<typeof createDrafts>;
