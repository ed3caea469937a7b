import { AppError } from '../../../lib/errors.ts';
import type { ConnectionInput, ModelConnection } from '../../../model-connections/index.ts';
import { providerAddress } from '../../../models/index.ts';
import { isMask, maskSecret } from '../agents/settings/masked-settings.ts';
import type { RouteDependencies } from '../console-dependencies.ts';

type Settings = ConnectionInput['settings'];

/** Where the secrets of a connection are sent. */
interface Destination {
  provider: ConnectionInput['provider'];
  baseUrl: string | null;
}

const destinationOf = ({ provider, baseUrl }: Destination): string =>
  `${provider} ${URL.parse(baseUrl ?? providerAddress(provider).baseUrl)?.origin}`;

type SentSecrets = { apiKey?: string | null | undefined; headers?: Record<string, string> | undefined };

const invalid = (message: string): AppError => new AppError('invalidParameter', message);

/**
 * The secrets after a change. Omitted and masked ones are kept, but only for the address for which they were entered:
 * otherwise an editor could send them to another server.
 */
export const keepSecrets = (
  sent: SentSecrets,
  target: Destination,
  stored: Pick<ModelConnection, 'provider' | 'settings'> | undefined,
): Pick<Settings, 'apiKey' | 'headers'> => {
  const before = stored?.settings;
  const isSamePlace =
    stored !== undefined &&
    destinationOf({ provider: stored.provider, baseUrl: stored.settings.baseUrl }) === destinationOf(target);
  const keep = (field: string, value: string | null | undefined): string | null => {
    if (value === null || value === undefined) return null;
    if (!isSamePlace)
      throw invalid(`${field} must be entered again, because the address it is sent to has changed`);
    return value;
  };
  const unmask = (field: string, value: string, known: string | null | undefined): string => {
    if (!isMask(value)) return value;
    if (!known || maskSecret(known) !== value)
      throw invalid(`${field} is masked, but no secret is stored there; send the secret itself`);
    return keep(field, known)!;
  };
  const { apiKey, headers } = sent;
  return {
    apiKey:
      apiKey === undefined
        ? keep('apiKey', before?.apiKey)
        : apiKey === null
          ? null
          : unmask('apiKey', apiKey, before?.apiKey),
    headers: Object.fromEntries(
      Object.entries(headers ?? before?.headers ?? {}).map(([name, value]) => {
        const field = `headers.${name}`;
        if (headers === undefined) return [name, keep(field, value)!];
        const known = before && Object.hasOwn(before.headers, name) ? before.headers[name] : undefined;
        return [name, unmask(field, value, known)];
      }),
    ),
  };
};

/** A token of RFC 9110. */
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Visible characters, spaces and tabs: neither line breaks nor other control characters. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

const requireUsableHeaders = (headers: Settings['headers']): void => {
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name))
      throw invalid(`headers: ${JSON.stringify(name.slice(0, 40))} is not a valid header name`);
    if (!headerValue.test(value))
      throw invalid(`headers.${name} must contain only characters that a header can have`);
  }
};

const requireDifferentModels = (models: Settings['models']): void => {
  const names = new Set<string>();
  for (const [index, { name }] of models.entries()) {
    if (names.has(name)) throw invalid(`models[${index}].name: "${name}" is in the list twice`);
    names.add(name);
  }
};

/** Checks what a schema cannot express. `before`: an unchanged URL is not checked again. */
export const requireUsable = (
  { provider, settings }: ConnectionInput,
  before: ModelConnection | undefined,
  checkAddress: RouteDependencies['checkAddress'],
): void => {
  const { baseUrl, apiKey, headers, models } = settings;
  if (baseUrl === null && providerAddress(provider).isRequired)
    throw invalid(`baseUrl is required for the provider ${provider}`);
  if (baseUrl !== null && baseUrl !== before?.settings.baseUrl) {
    const problem = checkAddress(baseUrl, 'model');
    if (problem !== undefined) throw invalid(`baseUrl: ${problem}`);
  }
  if (apiKey !== null && !headerValue.test(apiKey))
    throw invalid('apiKey must contain only characters that a header can have');
  requireUsableHeaders(headers);
  requireDifferentModels(models);
};
