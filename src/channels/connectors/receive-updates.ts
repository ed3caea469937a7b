import type { Agents } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import type { ChannelConnection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { AwaitedReply, Connector, Inbound, InboundAnswer, InboundRequest } from './connector.ts';
import type { RequestPull } from './request-pull.ts';
import type { StoreUpdates } from './store-updates.ts';

interface ReceiveDependencies {
  db: Database;
  agents: Pick<Agents, 'find'>;
  connections: Pick<Connections, 'find' | 'findOfAccount' | 'accessOf'>;
  findConnector: (platform: string) => Connector | undefined;
  requestPull: RequestPull;
  storeUpdates: StoreUpdates;
}

/** A platform that finds the service busy repeats its request. */
const retryAfterSeconds = 30;
const longestHint = 2000;
/** A request is about a few accounts at most. */
const mostOtherAccounts = 20;

export interface InboundResponse extends InboundAnswer {
  status: number;
  retryAfterSeconds?: number;
  /** For a refused request: why. Not sent, because the sender may be an attacker. */
  reason?: string;
  /** For an invalid request of the platform: which field breaks which rule. */
  error?: string;
  /** The response is the reply, presented by the connector. */
  awaited?: AwaitedReply & { connector: Connector };
}

/** PostgreSQL cannot store NUL in a text. */
const usableHint = (hint: string | undefined): string | null =>
  hint === undefined || hint.length > longestHint || hint.includes('\0') ? null : hint;

/** Stores what a platform sends and acknowledges it. Nothing is processed here, because platforms wait only for seconds. */
export const createReceiveUpdates = ({
  db,
  agents,
  connections,
  findConnector,
  requestPull,
  storeUpdates,
}: ReceiveDependencies) => {
  const findLive = async (
    connection: ChannelConnection | undefined,
  ): Promise<{ connection: ChannelConnection; connector: Connector } | undefined> => {
    const connector = connection && findConnector(connection.platform);
    const agent = connection && (await agents.find(connection.agentId));
    return connection && connector && agent && !agent.deleted ? { connection, connector } : undefined;
  };

  const accept = async (
    connection: ChannelConnection,
    connector: Connector,
    inbound: Extract<Inbound, { kind: 'updates' | 'pull' }>,
    nowMs: number,
  ): Promise<InboundResponse> => {
    const { id: connectionId, status } = connection;
    if (status === 'paused')
      return connector.whilePaused === 'drop'
        ? { status: 200, ...inbound.answer }
        : { status: 503, retryAfterSeconds };
    if (inbound.kind === 'pull')
      await db.transaction((tx) => requestPull.now(tx, connection, usableHint(inbound.hint)));
    else {
      if (await storeUpdates.isBusy(connectionId)) return { status: 503, retryAfterSeconds };
      await storeUpdates.store({ connection, updates: inbound.updates, nowMs });
    }
    await db.durable();
    faultPoint('update-stored');
    await storeUpdates.note(connectionId, nowMs);
    const awaited = inbound.kind === 'updates' ? inbound.awaited : undefined;
    return { status: 200, ...inbound.answer, ...(awaited ? { awaited: { ...awaited, connector } } : {}) };
  };

  /** Passes the request on to connections of other accounts. Returns the response of one that wants it again later. */
  const passOn = async (
    { workspaceId, platform }: ChannelConnection,
    accountKeys: readonly string[],
    request: InboundRequest,
  ): Promise<InboundResponse | undefined> => {
    let later: InboundResponse | undefined;
    for (const accountKey of [...new Set(accountKeys)].slice(0, mostOtherAccounts)) {
      const other = await findLive(await connections.findOfAccount(platform, accountKey));
      if (other?.connection.workspaceId !== workspaceId) continue;
      const { connection, connector } = other;
      // Its own secret has to fit. So a request of one app is nothing for a number of another app.
      const inbound = connector.receive(request, connections.accessOf(connection));
      if (inbound.kind !== 'updates' && inbound.kind !== 'pull') continue;
      const response = await accept(connection, connector, inbound, request.nowMs);
      if (response.status !== 200) later = response;
    }
    return later;
  };

  return async (connectionId: string, request: InboundRequest): Promise<InboundResponse> => {
    const live = await findLive(await connections.find(connectionId));
    if (!live) return { status: 404 };
    const { connection, connector } = live;
    const inbound = connector.receive(request, connections.accessOf(connection));
    if (inbound.kind === 'refused') return { status: inbound.status ?? 401, reason: inbound.reason };
    if (inbound.kind === 'invalid') return { status: 400, error: inbound.error };
    if (inbound.kind === 'reply') return { status: 200, awaited: { ...inbound.awaited, connector } };
    const others = inbound.kind === 'pull' ? [] : (inbound.otherAccounts ?? []);
    const later = await passOn(connection, others, request);
    const own: InboundResponse =
      inbound.kind === 'answered'
        ? { status: 200, ...inbound.answer }
        : await accept(connection, connector, inbound, request.nowMs);
    // What was stored is recognised when the platform repeats the request.
    return own.status === 200 && later ? later : own;
  };
};
