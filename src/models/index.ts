export { createModels, type Models } from './create-models.ts';
export { describeModelFailure } from './describe-failure.ts';
export { type CountTokens, countInPortions, estimatePromptTokens, estimateUsage } from './estimate-tokens.ts';
export { listModelNames } from './list-model-names.ts';
export {
  ChosenModel,
  ModelBaseUrl,
  ModelConfig,
  ModelTakes,
  modelConfigSchemas,
} from './model-config.ts';
export { isReference, ModelName, ModelReference } from './model-reference.ts';
export { endpointUrl as modelEndpoint } from './openai-compatible/endpoint-url.ts';
export * from './port.ts';
export { retryAfterOf } from './provider-failure.ts';
export { providerAddress, type RemoteProvider, remoteProviders } from './provider-table.ts';
export { tryModel } from './try-model.ts';
