import type { Agent } from '../agents/index.ts';
import type { CountTokens, ModelConfig, Models } from '../models/index.ts';
import type { ModelChoice } from './ports.ts';

/** The agent's own model, or the service's default one. */
export const createModelChoice = ({
  models,
  defaultModel,
  countTokens,
}: {
  models: Models;
  defaultModel: ModelConfig;
  countTokens: CountTokens;
}): ModelChoice => {
  // An agent's settings object lives until the agent changes, so the result is cached by it.
  const chosen = new WeakMap<Agent['settings'], ReturnType<Models['resolve']>>();
  return {
    forAgent: ({ settings }) => {
      let model = chosen.get(settings);
      if (!model) {
        const { firstTokenTimeoutMs, retriesSilence } = settings.limits;
        const call = { firstTokenTimeoutMs, retriesSilence };
        model = models.resolve(settings.model ?? defaultModel, settings.fallbackModel ?? undefined, call);
        chosen.set(settings, model);
      }
      return model;
    },
    resolve: (config) => models.resolve(config),
    countTokens,
  };
};
