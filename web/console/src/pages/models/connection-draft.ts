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
  /** The stored key is removed. */
  removesKey: boolean;
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
  removesKey: false,
  headers: {},
  models: [newModel(0)],
});

export const draftOf = ({ name, provider, baseUrl, headers, models }: ModelConnection): ConnectionDraft => ({
  name,
  provider,
  baseUrl: baseUrl ?? '',
  apiKey: '',
  removesKey: false,
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

/** Null removes the stored key. Without the field it is kept. */
const keyOf = ({ apiKey, removesKey }: ConnectionDraft): { apiKey?: string | null } => {
  if (removesKey) return { apiKey: null };
  return apiKey.trim() === '' ? {} : { apiKey: apiKey.trim() };
};

/** What is sent to call the provider. */
export const accessOf = (draft: ConnectionDraft) => ({
  provider: draft.provider,
  baseUrl: draft.baseUrl.trim() || null,
  headers: draft.headers,
  ...keyOf(draft),
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
