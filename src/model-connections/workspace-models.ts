import type { ModelConfig, ModelPrice, ModelReference } from '../models/index.ts';
import type { DefaultModel } from './connection-settings.ts';
import type { ModelConnection } from './model-connection.ts';

/** A model of a connection, ready to be called. */
export interface UsableModel {
  config: ModelConfig;
  price: ModelPrice | undefined;
  contextTokens: number | undefined;
}

/** The models of a workspace as of one version. The object stays the same until something changes. */
export interface WorkspaceModels {
  version: number;
  /** null: the default model of the service. */
  defaultModel: DefaultModel | null;
  /** Undefined if the connection or its model was deleted. */
  find(reference: ModelReference): UsableModel | undefined;
}

/** The configuration with which a model of the connection is called. */
export const configOf = (
  { provider, settings: { baseUrl, apiKey, headers } }: Pick<ModelConnection, 'provider' | 'settings'>,
  model: { name: string; takes?: ModelConnection['settings']['models'][number]['takes'] },
): ModelConfig =>
  ({
    provider,
    name: model.name,
    headers,
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(apiKey === null ? {} : { apiKey }),
    ...(model.takes === undefined ? {} : { takes: model.takes }),
  }) as ModelConfig;

export const createWorkspaceModels = (
  connections: readonly ModelConnection[],
  { version, defaultModel }: Pick<WorkspaceModels, 'version' | 'defaultModel'>,
): WorkspaceModels => {
  const keyOf = (connectionId: string, name: string): string => JSON.stringify([connectionId, name]);
  const usable = new Map(
    connections.flatMap((connection) =>
      connection.settings.models.map((model): [string, UsableModel] => [
        keyOf(connection.id, model.name),
        {
          config: configOf(connection, model),
          price: model.price ?? undefined,
          contextTokens: model.contextTokens ?? undefined,
        },
      ]),
    ),
  );
  return { version, defaultModel, find: ({ connectionId, name }) => usable.get(keyOf(connectionId, name)) };
};
