export { createModels, type Models, type ModelsDependencies } from './create-models.ts';
export { describeModelFailure } from './describe-failure.ts';
export { type CountTokens, estimatePromptTokens, estimateUsage, type Produced } from './estimate-tokens.ts';
export { ModelConfig } from './model-config.ts';
export { endpointUrl as modelEndpoint } from './openai-compatible/endpoint-url.ts';
export * from './port.ts';
export { type ModelTrial, tryModel } from './try-model.ts';
