import { afterCommit, type Handle } from '../db/index.ts';
import type { Encryption } from '../encryption/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { type Agent, type SavedBy, unknownSaver } from './agent.ts';
import type { AgentSettings } from './agent-settings.ts';
import { encryptSettings } from './encrypted-settings.ts';
import { updateAgent } from './store.ts';
import { removeOldVersions, saveVersion } from './versions/save-version.ts';
import { markPublished, newestVersion, setNote } from './versions/version-store.ts';

interface ChangeDependencies {
  clock: Clock;
  encryption: Encryption;
  /** As stored in the transaction. */
  readVersionIn(tx: Handle, agent: Agent, version: number): Promise<Agent>;
  forget(agentId: string): void;
}

interface AgentChange {
  name?: string;
  apiEnabled?: boolean;
  settings?: AgentSettings;
}

/**
 * Changes of agents. Each stores a version in the transaction of the change.
 *
 * | Drafts | Change     | Version in use   | Draft            |
 * |--------|------------|------------------|------------------|
 * | off    | save       | the new version  | none             |
 * | on     | save       | unchanged        | the new version  |
 * | on     | publish    | the draft        | none             |
 * | on     | discard    | unchanged        | none             |
 */
export const createAgentChanges = ({ clock, encryption, readVersionIn, forget }: ChangeDependencies) => {
  /** Every change goes through here, so that two operators cannot overwrite each other. */
  const replace = async (
    tx: Handle,
    read: Agent,
    change: Parameters<typeof updateAgent>[2],
  ): Promise<void> => {
    if (!(await updateAgent(tx, read, change)))
      throw new AppError(
        'conflict',
        'The agent was changed by someone else; read it again and repeat your change',
      );
    afterCommit(tx, () => forget(read.id));
  };

  const contentOf = ({ id, name, settings }: Agent) => ({
    name,
    settings: encryptSettings(settings, id, encryption),
    encryption_key_id: encryption.keyId,
  });

  /** Stores the versions, in this order. */
  const store = async (
    tx: Handle,
    { read, newest, versions }: { read: Agent; newest: number; versions: Agent[] },
    saved: SavedBy,
  ): Promise<void> => {
    // A process of an earlier version of Frontdesk saved the current state without a version.
    if (newest < read.version) await saveVersion(tx, read, { encryption, saved: unknownSaver });
    for (const version of versions) await saveVersion(tx, version, { encryption, saved });
    await removeOldVersions(tx, versions.at(-1)!);
  };

  const switchApi = async (tx: Handle, current: Agent, apiEnabled: boolean): Promise<Agent> => {
    const updatedAtMs = clock.nowMs();
    await replace(tx, current, { api_enabled: apiEnabled ? 1 : 0, updated_at: updatedAtMs });
    return { ...current, apiEnabled, updatedAtMs };
  };

  /** `current`: the draft if there is one. */
  const update = async (
    tx: Handle,
    current: Agent,
    change: AgentChange,
    saved: SavedBy = unknownSaver,
  ): Promise<Agent> => {
    // Switching the API on and off is not part of a draft: it must have an effect at once.
    if (current.draftsEnabled && change.name === undefined && change.settings === undefined)
      return switchApi(tx, current, change.apiEnabled ?? current.apiEnabled);
    const newest = await newestVersion(tx, current.id);
    // Discarded drafts keep their number, so it can be more than one above the current one.
    const version = Math.max(newest, current.version) + 1;
    const changed = { ...current, ...change, version, updatedAtMs: clock.nowMs() };
    const next: Agent = current.draftsEnabled
      ? { ...changed, draftVersion: version }
      : { ...changed, publishedVersion: version };
    await replace(tx, current, {
      api_enabled: next.apiEnabled ? 1 : 0,
      updated_at: next.updatedAtMs,
      ...(next.draftsEnabled ? { draft_version: version } : { ...contentOf(next), version }),
    });
    await store(tx, { read: current, newest, versions: [next] }, saved);
    return next;
  };

  /** Changes the settings in use and those of the draft, for what the service itself finds out. */
  const updateEverywhere = async (
    tx: Handle,
    live: Agent,
    change: (settings: AgentSettings) => AgentSettings,
    saved: SavedBy,
  ): Promise<void> => {
    const newest = await newestVersion(tx, live.id);
    const version = Math.max(newest, live.version) + 1;
    const draft = live.draftVersion === null ? undefined : await readVersionIn(tx, live, live.draftVersion);
    const pointers = { publishedVersion: version, draftVersion: draft ? version + 1 : null };
    const updatedAtMs = clock.nowMs();
    const next: Agent = { ...live, ...pointers, version, settings: change(live.settings), updatedAtMs };
    await replace(tx, live, {
      ...contentOf(next),
      version,
      draft_version: pointers.draftVersion,
      updated_at: updatedAtMs,
    });
    const nextDraft = draft && {
      ...draft,
      ...pointers,
      version: version + 1,
      settings: change(draft.settings),
      updatedAtMs,
    };
    await store(tx, { read: live, newest, versions: nextDraft ? [next, nextDraft] : [next] }, saved);
  };

  /** Without the checks of a publication: use `publishAgent` of publishing.ts. */
  const publishDraft = async (tx: Handle, draft: Agent, { by, note = '' }: SavedBy): Promise<Agent> => {
    const { draftVersion: version } = draft;
    if (version === null || version !== draft.version)
      throw new AppError('conflict', 'The agent has no draft to publish');
    const next = { ...draft, publishedVersion: version, draftVersion: null, updatedAtMs: clock.nowMs() };
    await replace(tx, draft, {
      ...contentOf(next),
      version,
      draft_version: null,
      updated_at: next.updatedAtMs,
    });
    await markPublished(tx, { agentId: draft.id, version, by, nowMs: next.updatedAtMs });
    if (note !== '') await setNote(tx, draft.id, version, note);
    return next;
  };

  return {
    update,
    updateEverywhere,
    publishDraft,
    /** The versions of the draft stay in the list and can be restored. */
    discardDraft: async (tx: Handle, agent: Agent): Promise<void> => {
      if (agent.draftVersion === null) throw new AppError('conflict', 'The agent has no draft to discard');
      await replace(tx, agent, { draft_version: null, updated_at: clock.nowMs() });
    },
    setDraftsEnabled: async (tx: Handle, agent: Agent, isEnabled: boolean): Promise<void> => {
      if (!isEnabled && agent.draftVersion !== null)
        throw new AppError(
          'conflict',
          'The agent has a draft: publish or discard it before you switch drafts off',
        );
      await replace(tx, agent, { drafts_enabled: isEnabled ? 1 : 0, updated_at: clock.nowMs() });
    },
  };
};
