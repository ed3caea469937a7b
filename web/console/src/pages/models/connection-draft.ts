import { providerAddress, type RemoteProvider } from '../../../../../src/models/provider-table.ts';
import type { Takes } from '../../api/derived-types.ts';
import type { ConnectedModel, ModelConnection } from '../../api/generated.ts';

/** A model while it is edited. */
export interface ModelDraft {
  /** Identifies the row while its name changes. */
  id: number;
  name: string;
  inputPrice: string;
  outputPrice: string;
  contextTokens: number | null;
  takes: Takes | undefined;
}

/** A connection while it is edited. */
export interface ConnectionDraft {
  name: string;
  provider: RemoteProvider;
  baseUrl: string;
  /** Empty: no key, or the stored one. */
  apiKey: string;
  headers: Record<string, string>;
  models: ModelDraft[];
}

export const newModel = (id: number): ModelDraft => ({
  id,
  name: '',
  inputPrice: '',
  outputPrice: '',
  contextTokens: null,
  takes: undefined,
});

export const baseUrlOf = (provider: RemoteProvider): string => {
  const address = providerAddress(provider);
  return address.isRequired ? address.baseUrl : '';
};

export const newDraft = (): ConnectionDraft => ({
  name: '',
  provider: 'openai',
  baseUrl: baseUrlOf('openai'),
  apiKey: '',
  headers: {},
  models: [newModel(0)],
});

export const draftOf = ({ name, provider, baseUrl, headers, models }: ModelConnection): ConnectionDraft => ({
  name,
  provider,
  baseUrl: baseUrl ?? '',
  apiKey: '',
  headers,
  models: models.map((model, id) => ({
    id,
    name: model.name,
    inputPrice: model.price?.inputPerMillion ?? '',
    outputPrice: model.price?.outputPerMillion ?? '',
    contextTokens: model.contextTokens,
    takes: model.takes,
  })),
});

/** One empty price of two means 0. */
const toModel = ({ name, inputPrice, outputPrice, contextTokens, takes }: ModelDraft): ConnectedModel => ({
  name: name.trim(),
  contextTokens,
  price:
    inputPrice.trim() === '' && outputPrice.trim() === ''
      ? null
      : { inputPerMillion: inputPrice.trim() || '0', outputPerMillion: outputPrice.trim() || '0' },
  ...(takes ? { takes } : {}),
});

/** What is sent to call the provider. An empty key is omitted: a stored one is kept. */
export const accessOf = ({ provider, baseUrl, apiKey, headers }: ConnectionDraft) => ({
  provider,
  baseUrl: baseUrl.trim() || null,
  headers,
  ...(apiKey.trim() === '' ? {} : { apiKey: apiKey.trim() }),
});

export const bodyOf = (draft: ConnectionDraft) => ({
  ...accessOf(draft),
  name: draft.name.trim(),
  models: draft.models.map(toModel),
});

export const isComplete = ({ name, baseUrl, provider, models }: ConnectionDraft): boolean =>
  name.trim() !== '' &&
  (baseUrl.trim() !== '' || !providerAddress(provider).isRequired) &&
  models.length > 0 &&
  models.every((model) => model.name.trim() !== '');
