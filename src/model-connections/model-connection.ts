import type { RemoteProvider } from '../models/index.ts';
import type { ConnectionSettings } from './connection-settings.ts';

export interface ModelConnection {
  id: string;
  workspaceId: string;
  name: string;
  provider: RemoteProvider;
  /** With the secrets in plain text. */
  settings: ConnectionSettings;
  version: number;
  createdAtMs: number;
  updatedAtMs: number;
}

export type ConnectionInput = Pick<ModelConnection, 'name' | 'provider' | 'settings'>;
