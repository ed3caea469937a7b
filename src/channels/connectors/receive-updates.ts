import type { Agents } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import type { Connections } from './connections.ts';
import type { Connector, InboundAnswer, InboundRequest } from './connector.ts';
import type { RequestPull } from './request-pull.ts';
import type { StoreUpdates } from './store-updates.ts';

interface ReceiveDependencies {
  db: Database;
  agents: Pick<Agents, 'find'>;
  connections: Pick<Connections, 'find' | 'accessOf'>;
  findConnector: (platform: string) => Connector | undefined;
  requestPull: RequestPull;
  storeUpdates: StoreUpdates;
}

/** A platform that finds the service busy repeats its request. */
const retryAfterSeconds = 30;
const longestHint = 2000;

export interface InboundResponse extends InboundAnswer {
  status: number;
  retryAfterSeconds?: number;
  /** For a refused request: why. Not sent, because the sender may be an attacker. */
  reason?: string;
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
    const { nowMs } = request;
    if (inbound.kind === 'pull')
      await db.transaction((tx) => requestPull.now(tx, connection, usableHint(inbound.hint)));
    else {
      if (await storeUpdates.isBusy(connectionId)) return { status: 503, retryAfterSeconds };
      await db.transaction((tx) => storeUpdates.storeIn(tx, connection, inbound.updates, nowMs));
    }
    await db.durable();
    faultPoint('update-stored');
    await storeUpdates.note(connectionId, nowMs);
    return { status: 200, ...inbound.answer };
  };
};
