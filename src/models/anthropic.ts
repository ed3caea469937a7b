import type { AdapterDependencies } from './adapter-dependencies.ts';
import { createSdkModel } from './ai-sdk/create-sdk-model.ts';
import { createProviderFetch } from './ai-sdk/provider-fetch.ts';
import { withVersionPath } from './base-url.ts';
import type { RemoteModelConfig } from './model-config.ts';
import type { Model } from './port.ts';
import { providerTable } from './provider-table.ts';

/** Base URL with or without `/v1`. */
export const createAnthropicModel = (
  config: RemoteModelConfig<'anthropic'>,
  dependencies: AdapterDependencies,
): Model =>
  createSdkModel({
    provider: 'anthropic',
    name: config.name,
    // It reads only PDF and plain text documents. The service's own document reader supports more formats.
    takes: { image: true, audio: false, document: false, ...config.takes },
    countTokens: dependencies.countTokens,
    load: async () => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // Key and base URL are always set, because the package would otherwise read the environment.
      return createAnthropic({
        baseURL: withVersionPath(config.baseUrl ?? providerTable.anthropic.address.baseUrl, '/v1'),
        apiKey: config.apiKey ?? '',
        headers: config.headers,
        fetch: createProviderFetch(config, dependencies),
      })(config.name);
    },
  });
