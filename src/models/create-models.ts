import { createEmbeddedModel } from './embedded/create-embedded-model.ts';
import type { CountTokens } from './estimate-tokens.ts';
import type { ModelConfig } from './model-config.ts';
import { type Model, ModelError } from './port.ts';

export interface ModelsDependencies {
  countTokens: CountTokens;
}

export interface Models {
  resolve(config: ModelConfig): Model;
}

export const createModels = ({ countTokens }: ModelsDependencies): Models => {
  const embedded = createEmbeddedModel({ countTokens });
  return {
    resolve: (config) => {
      if (config.provider === 'embedded') return embedded;
      throw new ModelError('rejected', `No provider named ${config.provider}`);
    },
  };
};
