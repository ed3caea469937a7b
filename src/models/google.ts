import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import { createSdkModel } from './ai-sdk/create-sdk-model.ts';
import { createProviderFetch } from './ai-sdk/provider-fetch.ts';
import { withVersionPath } from './base-url.ts';
import type { CountTokens } from './estimate-tokens.ts';
import type { GoogleModelConfig } from './model-config.ts';
import type { Model, ModelTimeouts } from './port.ts';
import { providerTable } from './provider-table.ts';

interface GoogleDependencies {
  fetch: SafeFetch;
  countTokens: CountTokens;
  timeouts: ModelTimeouts;
}

/** Base URL with or without `/v1beta`. */
export const createGoogleModel = (
  config: GoogleModelConfig,
  { fetch, countTokens, timeouts }: GoogleDependencies,
): Model =>
  createSdkModel({
    provider: 'google',
    name: config.name,
    // Of documents it reads PDF and text only; the service's own reading knows more kinds.
    takes: { image: true, audio: true, document: false, ...config.takes },
    countTokens,
    load: async () => {
      const { createGoogle } = await import('@ai-sdk/google');
      // Key and address are always given: the package would otherwise look into the environment.
      return createGoogle({
        baseURL: withVersionPath(config.baseUrl ?? providerTable.google.address.baseUrl, '/v1beta'),
        apiKey: config.apiKey ?? '',
        headers: config.headers,
        fetch: createProviderFetch({ fetch, timeouts, apiKey: config.apiKey, headers: config.headers }),
      })(config.name);
    },
  });
