import type { AgentSettings } from '../../../../agents/index.ts';
import type { RouteDependencies } from '../../console-dependencies.ts';
import { applySettingsPatch } from './apply-settings-patch.ts';
import { keepReplacedIdentitySecret } from './keep-replaced-identity-secret.ts';
import { createUsableSettings } from './usable-settings.ts';

type Needs = Pick<RouteDependencies, 'checkAddress' | 'clock' | 'modelConnections' | 'tools'>;

/** The settings after a patch, with the schemas of new tools checked. */
export const createChangedSettings = (deps: Needs) => {
  const requireUsable = createUsableSettings(deps);
  return async (workspaceId: string, stored: AgentSettings, patch: unknown): Promise<AgentSettings> => {
    const settings = keepReplacedIdentitySecret(
      applySettingsPatch(stored, patch, deps.checkAddress),
      stored,
      deps.clock.nowMs(),
    );
    await requireUsable(workspaceId, settings, stored);
    return settings;
  };
};
