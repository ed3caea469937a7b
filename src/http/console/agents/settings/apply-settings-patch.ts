import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { AgentSettings, completeSettings, requireOpeningHours } from '../../../../agents/index.ts';
import { AppError } from '../../../../lib/errors.ts';
import { isWeakSigningSecret, minSigningSecretBytes } from '../../../../lib/signing-secret.ts';
import { validatorCompiler } from '../../../server/validator.ts';
import { withCanonicalLanguages } from './canonical-languages.ts';
import { maskSettings, unmaskSettings } from './masked-settings.ts';
import { mergeSettings } from './merge-settings.ts';
import { normalizeOrigins } from './normalize-origins.ts';
import { requireModels } from './require-models.ts';

export type CheckAddress = (url: string, purpose?: 'model' | 'call') => string | undefined;

let validate: ReturnType<typeof validatorCompiler> | undefined;

const requireValid = (settings: AgentSettings): void => {
  // Wrapped, so that an error names the field as the client wrote it: settings.memory.shortTerm.
  validate ??= validatorCompiler({
    schema: Type.Object({ settings: AgentSettings }),
    httpPart: 'body',
    method: '',
    url: '',
  });
  const result = validate({ settings }) as { error?: Error };
  if (result.error) throw result.error;
};

const placeholder = /\{[^{}]*\}/g;

interface Address {
  path: string;
  url: string;
  purpose: 'model' | 'call';
}

/** Every URL that the service would call for the agent, by field. */
const addressesOf = (settings: AgentSettings): Address[] => {
  const addresses: Address[] = [];
  const add = (path: string, url: string | null | undefined, purpose: Address['purpose'] = 'call'): void => {
    if (url) addresses.push({ path, url, purpose });
  };
  for (const place of ['model', 'fallbackModel'] as const) {
    const model = settings[place];
    if (model !== null && 'baseUrl' in model) add(`${place}.baseUrl`, model.baseUrl, 'model');
  }
  add('webhook.url', settings.webhook.url);
  add('humanService.baseUrl', settings.humanService.baseUrl);
  for (const [index, tool] of settings.tools.http.entries()) add(`tools.http[${index}].url`, tool.url);
  for (const [index, server] of settings.tools.mcp.entries()) add(`tools.mcp[${index}].url`, server.url);
  return addresses;
};

/** The model must not choose the host. */
const hasVariableHost = (url: string): boolean => {
  const [first, second] = ['a', 'b'].map((letter) => URL.parse(url.replace(placeholder, letter))?.origin);
  return first !== second;
};

const problemOf = ({ url, purpose }: Address, check: CheckAddress): string | undefined => {
  if (purpose === 'model') return check(url, purpose);
  return hasVariableHost(url)
    ? 'must not contain a parameter in the host name'
    : check(url.replace(placeholder, 'x'), purpose);
};

/** Unchanged URLs are not checked: a stricter policy must not block unrelated changes. */
const requireReachable = (settings: AgentSettings, stored: AgentSettings, check: CheckAddress): void => {
  const known = new Set(addressesOf(stored).map(({ url }) => url));
  for (const address of addressesOf(settings)) {
    if (known.has(address.url)) continue;
    const problem = problemOf(address, check);
    if (problem !== undefined) throw new AppError('invalidParameter', `settings.${address.path}: ${problem}`);
  }
};

/** Stored secrets stay valid, however short, because their receivers know them. */
const requireStrongSecrets = (settings: AgentSettings, stored: AgentSettings): void => {
  for (const place of ['webhook', 'humanService'] as const)
    for (const secret of settings[place].signingSecrets)
      if (isWeakSigningSecret(secret) && !stored[place].signingSecrets.includes(secret))
        throw new AppError(
          'invalidParameter',
          `settings.${place}.signingSecrets: each must have at least ${minSigningSecretBytes} bytes, as whsec_ followed by base64, or as plain characters`,
        );
};

const ownField = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

const withCanonicalTranslations = (patch: unknown): unknown => {
  const translations = ownField(patch, 'translations');
  return translations !== null && typeof translations === 'object'
    ? { ...(patch as object), translations: withCanonicalLanguages(translations as Record<string, unknown>) }
    : patch;
};

/**
 * Operators of the inbox also do other work, so they have 10 minutes for the first reply instead of one. A changed type changes
 * the time only if it was the default of the type before. Stored agents keep theirs.
 */
const defaultFirstReplySeconds = { webhook: 60, inbox: 600 } as const;

const firstReplySecondsAfter = (stored: AgentSettings, { humanService: after }: AgentSettings): number => {
  const { type, firstReplySeconds } = stored.humanService;
  const isDefault = after.type !== type && firstReplySeconds === defaultFirstReplySeconds[type];
  return isDefault ? defaultFirstReplySeconds[after.type] : after.firstReplySeconds;
};

/** Rules of complete settings. `stored`: the settings that they replace. */
export const requireSettings = (
  settings: AgentSettings,
  stored: AgentSettings,
  checkAddress: CheckAddress,
): void => {
  requireModels(settings);
  requireValid(settings);
  requireOpeningHours(settings.humanService.inbox.hours);
  requireStrongSecrets(settings, stored);
  requireReachable(settings, stored, checkAddress);
};

/** The complete, valid settings after a patch, with their secrets. */
export const applySettingsPatch = (
  stored: AgentSettings,
  patch: unknown,
  checkAddress: CheckAddress,
): AgentSettings => {
  // Merged with the masks, so that kept values can be distinguished from new ones.
  const merged = completeSettings(mergeSettings(maskSettings(stored), withCanonicalTranslations(patch)));
  const settings = Value.Clean(AgentSettings, merged) as AgentSettings;
  unmaskSettings(settings, stored);
  requireSettings(settings, stored, checkAddress);
  // Saving a URL enables its receiver again.
  const isSaved = (receiver: unknown, address: string): boolean =>
    ownField(receiver, address) !== undefined && ownField(receiver, 'disabled') === undefined;
  if (isSaved(ownField(patch, 'webhook'), 'url')) settings.webhook.disabled = false;
  if (isSaved(ownField(patch, 'humanService'), 'baseUrl')) settings.humanService.disabled = false;
  if (ownField(ownField(patch, 'humanService'), 'firstReplySeconds') === undefined)
    settings.humanService.firstReplySeconds = firstReplySecondsAfter(stored, settings);
  return normalizeOrigins(settings, stored);
};
