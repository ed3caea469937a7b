/**
 * Every model provider. A new one is a row here, an adapter in a file of its own, and a case in create-models.ts, which
 * the compiler asks for. Its configuration follows from the row (model-config.ts). The console imports this file too: it
 * has no imports of its own.
 */
export interface ProviderRow {
  /** In the console. */
  label: string;
  /** What the console says beside the label, where there is room. */
  remark?: string;
  /** Absent: it has no address. */
  address?: {
    /** Where the provider itself is. */
    baseUrl: string;
    /** The address has to be given: many servers speak this protocol. */
    isRequired?: true;
    /** In the console, below the field. */
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

/** In the order in which they are offered. */
export const providers = Object.keys(providerTable) as Provider[];

export const isRemoteProvider = (provider: Provider): provider is RemoteProvider =>
  rows[provider].address !== undefined;

export const remoteProviders = providers.filter(isRemoteProvider);
