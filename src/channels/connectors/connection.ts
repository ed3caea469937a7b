import type { Selectable } from 'kysely';
import type { Schema } from '../../db/index.ts';
import type { Account } from './connector.ts';

export type ConnectionRow = Selectable<Schema['channel_connections']>;

export type ConnectionStatus = ConnectionRow['status'];

export interface ChannelConnection {
  id: string;
  workspaceId: string;
  agentId: string;
  platform: string;
  name: string;
  account: Account;
  settings: Record<string, string>;
  /** Plain text. */
  secrets: Record<string, string>;
  status: ConnectionStatus;
  version: number;
  lastInboundAtMs: number | null;
  lastError: string | null;
  lastErrorAtMs: number | null;
  createdAtMs: number;
}
