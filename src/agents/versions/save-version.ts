import type { Handle } from '../../db/index.ts';
import type { Encryption } from '../../encryption/index.ts';
import type { Agent, SavedBy } from '../agent.ts';
import { encryptSettings } from '../encrypted-settings.ts';
import { chooseRemoved } from './choose-removed.ts';
import { deleteVersions, insertVersion, listSizes, versionId } from './version-store.ts';

/** Stores the name and the settings of `agent` as its version `agent.version`. */
export const saveVersion = async (
  tx: Handle,
  agent: Agent,
  { encryption, saved }: { encryption: Encryption; saved: SavedBy },
): Promise<void> => {
  const settings = encryptSettings(agent.settings, agent.id, encryption);
  const isPublished = agent.version === agent.publishedVersion;
  await insertVersion(tx, {
    id: versionId(agent.id, agent.version),
    agent_id: agent.id,
    version: agent.version,
    name: agent.name,
    api_enabled: agent.apiEnabled ? 1 : 0,
    settings,
    encryption_key_id: encryption.keyId,
    settings_bytes: Buffer.byteLength(settings),
    note: saved.note ?? '',
    created_by: saved.by,
    created_at: agent.updatedAtMs,
    restored_from: saved.restoredFrom ?? null,
    published_at: isPublished ? agent.updatedAtMs : null,
    published_by: isPublished ? saved.by : null,
  });
};

export const removeOldVersions = async (tx: Handle, agent: Agent): Promise<void> => {
  const removed = chooseRemoved(await listSizes(tx, agent.id), [agent.publishedVersion, agent.draftVersion]);
  if (removed.length > 0) await deleteVersions(tx, agent.id, removed);
};
