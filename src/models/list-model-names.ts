import { redact, secretHeaderValues } from '../lib/redact.ts';
import type { SafeFetch, SafeResponse } from '../lib/safe-fetch/index.ts';
import { withVersionPath } from './base-url.ts';
import { ModelError } from './port.ts';
import { refusalOf, toModelError } from './provider-failure.ts';
import { providerAddress, type RemoteProvider } from './provider-table.ts';

export interface ProviderAccess {
  provider: RemoteProvider;
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  headers?: Record<string, string> | undefined;
}

interface NameList {
  names: string[];
  /** Why the names are not known. */
  reason: string | null;
}

const maxBytes = 4 * 1024 * 1024;
const maxNames = 1000;
const maxNameLength = 200;

/** Where a provider lists its models, and how the key is sent. */
const requestOf = ({ provider, baseUrl, apiKey }: ProviderAccess) => {
  const { listing, baseUrl: ownUrl } = providerAddress(provider);
  const url = new URL(withVersionPath(baseUrl ?? ownUrl, listing.versionPath));
  // A base URL may be the URL of chat completions itself.
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')}/models`;
  for (const [name, value] of new URLSearchParams(listing.query)) url.searchParams.set(name, value);
  const key: Record<string, string> =
    apiKey === undefined ? {} : { [listing.keyHeader]: `${listing.keyPrefix}${apiKey}` };
  return { url: url.href, headers: { ...listing.headers, ...key } };
};

/** `{data: [{id}]}` of OpenAI and Anthropic, `{models: [{name: "models/…"}]}` of Google. */
const namesIn = (body: unknown): string[] => {
  const { data, models } = (body ?? {}) as { data?: unknown; models?: unknown };
  const items: unknown[] = [data, models].find(Array.isArray) ?? [];
  const names = items.flatMap((item) => {
    const { id, name } = (item ?? {}) as { id?: unknown; name?: unknown };
    const found = typeof id === 'string' ? id : name;
    return typeof found === 'string' ? [found.replace(/^models\//, '')] : [];
  });
  const usable = names.filter((name) => name !== '' && name.length <= maxNameLength);
  return [...new Set(usable)].sort().slice(0, maxNames);
};

const readJson = async (response: SafeResponse): Promise<unknown> => {
  try {
    return JSON.parse(await response.text());
  } catch {
    throw new ModelError('garbage', 'The server did not answer with a list of models');
  }
};

/** The names of a provider's models. Never rejects: the failure is part of the result. */
export const listModelNames = async (
  access: ProviderAccess,
  { fetch, signal }: { fetch: SafeFetch; signal: AbortSignal },
): Promise<NameList> => {
  try {
    const { url, headers } = requestOf(access);
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers, ...access.headers },
      signal,
      maxBytes,
      redirects: 'refuse',
    });
    if (response.status < 200 || response.status > 299) throw await refusalOf(response, access, 0);
    const secrets = [access.apiKey, ...secretHeaderValues(access.headers ?? {})];
    return { names: namesIn(await readJson(response)).map((name) => redact(name, secrets)), reason: null };
  } catch (error) {
    const failure = toModelError(error, signal);
    return {
      names: [],
      reason: failure instanceof ModelError ? failure.publicMessage : 'No answer came in time',
    };
  }
};
