import type { AdapterDependencies } from './adapter-dependencies.ts';
import { createAnthropicModel } from './anthropic.ts';
import { createEmbeddedModel } from './embedded/create-embedded-model.ts';
import { createGoogleModel } from './google.ts';
import type { ModelConfig } from './model-config.ts';
import { createOpenaiModel } from './openai-compatible/create-openai-model.ts';
import { endpointUrl } from './openai-compatible/endpoint-url.ts';
import type { CallSettings, Model, ModelTimeouts } from './port.ts';
import { defaultTimeouts } from './timeouts.ts';
import { systemTimers, type Timers } from './timers.ts';
import { type ModelLog, withPolicy } from './with-policy.ts';

export interface ModelsDependencies extends Omit<AdapterDependencies, 'timeouts'> {
  /** The installation's own model server may have a private address. Other servers belong to a workspace. */
  trustedBaseUrl?: string | undefined;
  log?: ModelLog;
  timeouts?: Partial<ModelTimeouts>;
  timers?: Timers;
}

export interface Models {
  /**
   * The model of a configuration, with timeouts, retries and an optional fallback. Equal
   * configurations give the same instance.
   */
  resolve(config: ModelConfig, fallback?: ModelConfig, call?: CallSettings): Model;
}

/** Agents share few configurations. Old ones are dropped after many edits. */
const mostKept = 256;

export const createModels = (dependencies: ModelsDependencies): Models => {
  const { fetch, countTokens, clock, trustedBaseUrl, log, timers = systemTimers } = dependencies;
  const timeouts = { ...defaultTimeouts, ...dependencies.timeouts };
  const embedded = createEmbeddedModel({ countTokens });
  const kept = new Map<string, Model>();
  const trustedUrl = trustedBaseUrl && endpointUrl(trustedBaseUrl);

  /** First-token timeout: the model's own, otherwise the agent's, otherwise the service's. */
  const timeoutsOf = (config: ModelConfig, call: CallSettings | undefined): ModelTimeouts => ({
    ...timeouts,
    firstTokenMs:
      (config.provider === 'embedded' ? undefined : config.firstTokenTimeoutMs) ??
      call?.firstTokenTimeoutMs ??
      timeouts.firstTokenMs,
  });

  const createBare = (config: ModelConfig, timeouts: ModelTimeouts): Model => {
    const adapter = { fetch, countTokens, timeouts, clock };
    switch (config.provider) {
      case 'embedded':
        return embedded;
      case 'openai':
        return createOpenaiModel(config, {
          ...adapter,
          // Only the exact URL: another path on that host is another service.
          trusted: endpointUrl(config.baseUrl) === trustedUrl,
        });
      case 'anthropic':
        return createAnthropicModel(config, adapter);
      case 'google':
        return createGoogleModel(config, adapter);
    }
  };

  const create = (
    config: ModelConfig,
    fallback: ModelConfig | undefined,
    call: CallSettings | undefined,
  ): Model => {
    // The embedded model needs no timeouts and no fallback.
    if (config.provider === 'embedded') return embedded;
    const withTimeouts = (one: ModelConfig) => {
      const own = timeoutsOf(one, call);
      return { model: createBare(one, own), timeouts: own };
    };
    const { model, timeouts: own } = withTimeouts(config);
    return withPolicy(model, {
      timeouts: own,
      timers,
      log,
      fallback: fallback && withTimeouts(fallback),
      retriesSilence: call?.retriesSilence ?? false,
    });
  };

  return {
    resolve: (config, fallback, call) => {
      const key = JSON.stringify([config, fallback, call]);
      let model = kept.get(key);
      if (model === undefined) {
        model = create(config, fallback, call);
        if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
        kept.set(key, model);
      }
      return model;
    },
  };
};
