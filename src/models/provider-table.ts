/**
 * All model providers. A new one needs a row here, an adapter in its own file, a case in create-models.ts (the compiler
 * asks for it) and its name in the messages of the console. The row determines its configuration (model-config.ts). The
 * console imports this file too, so it must not import others.
 */
export interface ProviderRow {
  /** Absent: the model runs inside the service. */
  address?: {
    /** URL of the provider itself. */
    baseUrl: string;
    /** The configuration must contain a URL, because many servers use this protocol. */
    isRequired?: true;
    /** How the provider lists its models. */
    listing: {
      /** Path of a base URL without one. */
      versionPath: string;
      query: string;
      /** Header with the API key, after `keyPrefix`. */
      keyHeader: string;
      keyPrefix: string;
      headers: Readonly<Record<string, string>>;
    };
  };
}

export const providerTable = {
  openai: {
    address: {
      baseUrl: 'https://api.openai.com/v1',
      isRequired: true,
      listing: {
        versionPath: '/v1',
        query: '',
        keyHeader: 'authorization',
        keyPrefix: 'Bearer ',
        headers: {},
      },
    },
  },
  anthropic: {
    address: {
      baseUrl: 'https://api.anthropic.com',
      listing: {
        versionPath: '/v1',
        query: 'limit=1000',
        keyHeader: 'x-api-key',
        keyPrefix: '',
        headers: { 'anthropic-version': '2023-06-01' },
      },
    },
  },
  google: {
    address: {
      baseUrl: 'https://generativelanguage.googleapis.com',
      listing: {
        versionPath: '/v1beta',
        query: 'pageSize=1000',
        keyHeader: 'x-goog-api-key',
        keyPrefix: '',
        headers: {},
      },
    },
  },
  embedded: {},
} as const satisfies Record<string, ProviderRow>;

export type Provider = keyof typeof providerTable;

export type RemoteProvider = {
  [Name in Provider]: (typeof providerTable)[Name] extends { address: object } ? Name : never;
}[Provider];

const rows: Readonly<Record<Provider, ProviderRow>> = providerTable;

export const providerRow = (provider: Provider): ProviderRow => rows[provider];

export const providerAddress = (provider: RemoteProvider): NonNullable<ProviderRow['address']> =>
  providerTable[provider].address;

/** In the order in which the console offers them. */
export const providers = Object.keys(providerTable) as Provider[];

export const isRemoteProvider = (provider: Provider): provider is RemoteProvider =>
  rows[provider].address !== undefined;

export const remoteProviders = providers.filter(isRemoteProvider);
