import type { Agents } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { JobLog, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { createShortLivedCache } from '../../lib/short-lived-cache.ts';
import type { ChannelConnection } from './connection.ts';
import { noteInbound } from './connection-store.ts';
import type { Connections } from './connections.ts';
import type { InboundAnswer, InboundRequest, PlatformUpdate } from './connector.ts';
import { findConnector } from './registry.ts';
import { countPendingUpdates, hasOtherUpdate, hasUpdate, insertUpdate } from './update-store.ts';

export const updateQueue = 'channel-updates';

/** One job for each stored update. It processes the first update of the chat that waits. */
export interface UpdateJob {
  connectionId: string;
  chatKey: string;
}

interface ReceiveDependencies {
  db: Database;
  clock: Clock;
  log: JobLog;
  jobs: Pick<Jobs, 'enqueue'>;
  agents: Pick<Agents, 'find'>;
  connections: Pick<Connections, 'find' | 'accessOf'>;
}

/** A platform that finds the service busy repeats its request. */
const mostWaiting = 50_000;
const retryAfterSeconds = 30;
const longestKey = 200;
/** How long an update waits for the one before it, if that was overtaken on its way. */
const gapMs = 700;
/** The time of the newest request is for operators, and not worth a write for each request. */
const noteEveryMs = 10_000;

export interface InboundResponse extends InboundAnswer {
  status: number;
  retryAfterSeconds?: number;
  /** For a refused request: why. Not sent, because the sender may be an attacker. */
  reason?: string;
}

const isUsable = ({ key, chatKey, position }: PlatformUpdate): boolean =>
  key !== '' && key.length <= longestKey && chatKey.length <= longestKey && Number.isSafeInteger(position);

/** Stores what a platform sends and acknowledges it. Nothing is processed here, because platforms wait only for seconds. */
export const createReceiveUpdates = ({ db, clock, log, jobs, agents, connections }: ReceiveDependencies) => {
  const backlogs = createShortLivedCache<{ count: number }>({ clock, keepMs: 1000, maxEntries: 10_000 });
  const notedAtMs = new Map<string, number>();

  const isBusy = async (connectionId: string): Promise<boolean> => {
    const backlog = await backlogs.get(connectionId, async () => ({
      count: await countPendingUpdates(db.query, connectionId, mostWaiting),
    }));
    return (backlog?.count ?? 0) >= mostWaiting;
  };

  const note = async (connectionId: string, nowMs: number): Promise<void> => {
    if (Math.abs(nowMs - (notedAtMs.get(connectionId) ?? 0)) < noteEveryMs) return;
    if (notedAtMs.size > 10_000) notedAtMs.clear();
    notedAtMs.set(connectionId, nowMs);
    await noteInbound(db.query, connectionId, nowMs).catch((error: unknown) =>
      log.warn({ error, connectionId }, 'the time of a message could not be stored'),
    );
  };

  const storeIn = async (
    tx: Handle,
    { id: connectionId, workspaceId }: ChannelConnection,
    update: PlatformUpdate,
    nowMs: number,
  ): Promise<void> => {
    const { key, chatKey, position, follows, payload } = update;
    const isNew = await insertUpdate(tx, {
      connection_id: connectionId,
      update_key: key,
      chat_key: chatKey,
      position,
      payload: JSON.stringify(payload),
      received_at: nowMs,
    });
    if (!isNew) return;
    // The first update of a connection has none before it.
    const isAfterGap =
      follows !== undefined &&
      !(await hasUpdate(tx, connectionId, follows)) &&
      (await hasOtherUpdate(tx, connectionId, key));
    const job: UpdateJob = { connectionId, chatKey };
    await jobs.enqueue(tx, updateQueue, job, {
      orderingKey: `${connectionId} ${chatKey}`,
      group: connectionId,
      workspaceId,
      ...(isAfterGap ? { runAtMs: nowMs + gapMs } : {}),
    });
  };

  return async (connectionId: string, request: InboundRequest): Promise<InboundResponse> => {
    const connection = await connections.find(connectionId);
    const connector = connection && findConnector(connection.platform);
    const agent = connection && (await agents.find(connection.agentId));
    if (!connection || !connector || !agent || agent.deleted) return { status: 404 };
    const inbound = connector.receive(request, connections.accessOf(connection));
    if (inbound.kind === 'refused') return { status: inbound.status ?? 401, reason: inbound.reason };
    if (inbound.kind === 'answered') return { status: 200, ...inbound.answer };
    if (connection.status === 'paused')
      return connector.whilePaused === 'drop'
        ? { status: 200, ...inbound.answer }
        : { status: 503, retryAfterSeconds };
    if (await isBusy(connectionId)) return { status: 503, retryAfterSeconds };
    const usable = inbound.updates.filter(isUsable);
    if (usable.length < inbound.updates.length)
      log.warn({ connectionId, platform: connector.platform }, 'an update without a usable key was ignored');
    const { nowMs } = request;
    await db.transaction(async (tx) => {
      for (const update of usable) await storeIn(tx, connection, update, nowMs);
      faultPoint('update-storing');
    });
    await db.durable();
    faultPoint('update-stored');
    await note(connectionId, nowMs);
    return { status: 200, ...inbound.answer };
  };
};
