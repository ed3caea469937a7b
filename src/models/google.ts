import type { AdapterDependencies } from './adapter-dependencies.ts';
import { createSdkModel } from './ai-sdk/create-sdk-model.ts';
import { createProviderFetch } from './ai-sdk/provider-fetch.ts';
import { withVersionPath } from './base-url.ts';
import type { RemoteModelConfig } from './model-config.ts';
import type { Model } from './port.ts';
import { providerTable } from './provider-table.ts';

/** Base URL with or without `/v1beta`. */
export const createGoogleModel = (
  config: RemoteModelConfig<'google'>,
  dependencies: AdapterDependencies,
): Model =>
  createSdkModel({
    provider: 'google',
    name: config.name,
    // It reads only PDF and text documents. The service's own document reader supports more formats.
    takes: { image: true, audio: true, document: false, ...config.takes },
    countTokens: dependencies.countTokens,
    load: async () => {
      const { createGoogle } = await import('@ai-sdk/google');
      // Key and base URL are always set, because the package would otherwise read the environment.
      return createGoogle({
        baseURL: withVersionPath(config.baseUrl ?? providerTable.google.address.baseUrl, '/v1beta'),
        apiKey: config.apiKey ?? '',
        headers: config.headers,
        fetch: createProviderFetch(config, dependencies),
      })(config.name);
    },
  });
