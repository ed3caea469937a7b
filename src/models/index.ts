export { createModels, type Models } from './create-models.ts';
export { describeModelFailure } from './describe-failure.ts';
export { type CountTokens, estimatePromptTokens, estimateUsage } from './estimate-tokens.ts';
export { ModelConfig, modelConfigSchemas } from './model-config.ts';
export { endpointUrl as modelEndpoint } from './openai-compatible/endpoint-url.ts';
export * from './port.ts';
export { retryAfterOf } from './provider-failure.ts';
export { tryModel } from './try-model.ts';
