export {
  ConnectedModel,
  ConnectionSettings,
  DefaultModel,
} from './connection-settings.ts';
export { encryptedConnections } from './encrypted-connections.ts';
export type { ConnectionInput, ModelConnection } from './model-connection.ts';
export { createModelConnections, type ModelConnections } from './model-connections.ts';
export type { ModelUser } from './model-users.ts';
export { configOf, type UsableModel, type WorkspaceModels } from './workspace-models.ts';
