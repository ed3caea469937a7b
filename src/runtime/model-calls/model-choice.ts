import type { Agent } from '../../agents/index.ts';
import type { ModelConnections, UsableModel, WorkspaceModels } from '../../model-connections/index.ts';
import {
  type ChosenModel,
  type CountTokens,
  isReference,
  type Model,
  type ModelConfig,
  ModelError,
  type Models,
} from '../../models/index.ts';
import type { ModelChoice } from '../ports.ts';

interface ModelChoiceDependencies {
  models: Models;
  connections: Pick<ModelConnections, 'ofWorkspace'>;
  /** For workspaces without a default model of their own. */
  defaultModel: ModelConfig;
  countTokens: CountTokens;
}

/** The connection was deleted after the agent had been saved. */
const createDeletedModel = (name: string): Model => ({
  name,
  takes: { image: false, audio: false, document: false },
  answer: async () => {
    throw new ModelError(
      'missing',
      `The model "${name}" is no longer part of a connection of this workspace; choose another model for the agent`,
    );
  },
});

const usableModel = (chosen: ChosenModel, connected: WorkspaceModels): UsableModel | undefined =>
  isReference(chosen)
    ? connected.find(chosen)
    : { config: chosen, price: undefined, contextTokens: undefined };

/** The agent's own model, otherwise the default of the workspace, otherwise that of the service. */
export const createModelChoice = ({
  models,
  connections,
  defaultModel,
  countTokens,
}: ModelChoiceDependencies): ModelChoice => {
  const create = (settings: Agent['settings'], connected: WorkspaceModels): Model => {
    const { firstTokenTimeoutMs, retriesSilence } = settings.limits;
    const chosen = settings.model ?? connected.defaultModel ?? defaultModel;
    const main = usableModel(chosen, connected);
    const fallback = settings.fallbackModel ? usableModel(settings.fallbackModel, connected) : undefined;
    const first = main ?? fallback;
    if (!first) return createDeletedModel('name' in chosen ? chosen.name : chosen.provider);
    const model = models.resolve(first.config, main && fallback?.config, {
      firstTokenTimeoutMs,
      retriesSilence,
    });
    return {
      ...model,
      price: first.price,
      fallbackPrice: fallback?.price,
      contextTokens: first.contextTokens,
    };
  };

  // Settings and the models of a workspace keep their objects until they change, so the result is cached by both.
  const chosen = new WeakMap<Agent['settings'], { connected: WorkspaceModels; model: Model }>();
  return {
    forAgent: async ({ workspaceId, settings }) => {
      const connected = await connections.ofWorkspace(workspaceId);
      const known = chosen.get(settings);
      if (known?.connected === connected) return known.model;
      const model = create(settings, connected);
      chosen.set(settings, { connected, model });
      return model;
    },
    countTokens,
  };
};
