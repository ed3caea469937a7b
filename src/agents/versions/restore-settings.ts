import type { AgentSettings } from '../agent-settings.ts';
import { type SecretHolder, secretHolders } from '../secret-holders.ts';

const secretsByPath = ({ secrets }: SecretHolder): Map<string, string[]> => {
  const byPath = new Map<string, string[]>();
  for (const secret of secrets) byPath.set(secret.path, [...(byPath.get(secret.path) ?? []), secret.get()]);
  return byPath;
};

/**
 * The settings of an earlier version with the secrets of now: a secret that was replaced since then is usually no longer
 * valid. A secret that the agent does not have any more, or that would now go to another address, is the one of the
 * version. `oldSecrets` names those, because they may have to be entered again.
 */
export const restoreSettings = (
  version: AgentSettings,
  current: AgentSettings,
): { settings: AgentSettings; oldSecrets: string[] } => {
  const settings = structuredClone(version);
  const holders = new Map(secretHolders(current).map((holder) => [holder.path, holder]));
  const oldSecrets = new Set<string>();
  for (const holder of secretHolders(settings)) {
    const now = holders.get(holder.path);
    const known: Map<string, string[]> =
      now?.destination === holder.destination ? secretsByPath(now) : new Map();
    for (const secret of holder.secrets) {
      const value = known.get(secret.path)?.shift();
      if (value === undefined) oldSecrets.add(secret.path);
      else secret.set(value);
    }
  }
  // Their number can differ: during a rotation, two are valid.
  for (const place of ['webhook', 'humanService'] as const) {
    const [own, now] = [settings[place], current[place]];
    const isSameAddress = holders.get(place)?.destination === destinationOf(settings, place);
    if (!isSameAddress || now.signingSecrets.length === 0) continue;
    own.signingSecrets = [...now.signingSecrets];
    oldSecrets.delete(`${place}.signingSecrets`);
  }
  return { settings, oldSecrets: [...oldSecrets] };
};

const destinationOf = (settings: AgentSettings, path: string): string | undefined =>
  secretHolders(settings).find((holder) => holder.path === path)?.destination;
