/**
 * Every model provider. A new one needs a row here, an adapter in its own file, and a case in create-models.ts, which
 * the compiler requires. Its configuration follows from the row (model-config.ts). The console imports this file, so
 * it has no imports.
 */
export interface ProviderRow {
  /** Label in the console. */
  label: string;
  /** Hint in the console beside the label. */
  remark?: string;
  /** Absent if the provider has no base URL. */
  address?: {
    /** The provider's own base URL. */
    baseUrl: string;
    /** The base URL is required, because many servers implement this protocol. */
    isRequired?: true;
    /** Help text in the console below the field. */
    hint: string;
  };
}

export const providerTable = {
  openai: {
    label: 'OpenAI-compatible server',
    address: {
      baseUrl: 'https://api.openai.com/v1',
      isRequired: true,
      hint: 'https://api.openai.com/v1, or a server of your own: http://127.0.0.1:11434/v1',
    },
  },
  anthropic: {
    label: 'Anthropic',
    address: { baseUrl: 'https://api.anthropic.com', hint: 'Empty: the provider itself' },
  },
  google: {
    label: 'Google',
    address: { baseUrl: 'https://generativelanguage.googleapis.com', hint: 'Empty: the provider itself' },
  },
  embedded: { label: 'Embedded', remark: 'quotes the knowledge, needs no network' },
} as const satisfies Record<string, ProviderRow>;

export type Provider = keyof typeof providerTable;

export type RemoteProvider = {
  [Name in Provider]: (typeof providerTable)[Name] extends { address: object } ? Name : never;
}[Provider];

const rows: Readonly<Record<Provider, ProviderRow>> = providerTable;

export const providerRow = (provider: Provider): ProviderRow => rows[provider];

/** In display order. */
export const providers = Object.keys(providerTable) as Provider[];

export const isRemoteProvider = (provider: Provider): provider is RemoteProvider =>
  rows[provider].address !== undefined;

export const remoteProviders = providers.filter(isRemoteProvider);
