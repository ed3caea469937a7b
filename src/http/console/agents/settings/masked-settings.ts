import { type AgentSettings, type SecretHolder, secretHolders } from '../../../../agents/index.ts';
import { AppError } from '../../../../lib/errors.ts';

const dots = '••••';
/** Shorter secrets show nothing, because four of eight characters would be half of it. */
const minLengthToShowEnd = 12;

export const maskSecret = (secret: string): string =>
  secret.length >= minLengthToShowEnd ? `${dots}${secret.slice(-4)}` : dots;

export const isMask = (value: string): boolean => value.startsWith(dots);

/** The settings with masked secrets. */
export const maskSettings = (settings: AgentSettings): AgentSettings => {
  const shown = structuredClone(settings);
  for (const { secrets } of secretHolders(shown))
    for (const secret of secrets) secret.set(maskSecret(secret.get()));
  return shown;
};

const storedSecrets = (holder: SecretHolder | undefined): Map<string, string[]> => {
  const byPath = new Map<string, string[]>();
  for (const secret of holder?.secrets ?? [])
    byPath.set(secret.path, [...(byPath.get(secret.path) ?? []), secret.get()]);
  return byPath;
};

/**
 * Restores the stored secrets where `settings` has their masks. Changes `settings`. A secret stays with
 * its URL: otherwise an editor of an agent could send its secrets to another server.
 */
export const unmaskSettings = (settings: AgentSettings, stored: AgentSettings): AgentSettings => {
  const storedHolders = new Map(secretHolders(stored).map((holder) => [holder.path, holder]));
  for (const holder of secretHolders(settings)) {
    const before = storedHolders.get(holder.path);
    const known = storedSecrets(before);
    for (const secret of holder.secrets.filter((one) => isMask(one.get()))) {
      const candidates = known.get(secret.path) ?? [];
      const index = candidates.findIndex((candidate) => maskSecret(candidate) === secret.get());
      if (index === -1)
        throw new AppError(
          'invalidParameter',
          `settings.${secret.path} is masked, but no secret is stored there; send the secret itself`,
        );
      if (before?.destination !== holder.destination)
        throw new AppError(
          'invalidParameter',
          `settings.${secret.path} must be entered again, because the address it is sent to has changed`,
        );
      secret.set(candidates.splice(index, 1)[0]!);
    }
  }
  return settings;
};
