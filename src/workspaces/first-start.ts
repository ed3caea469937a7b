import { hasOwner, type OperatorTokens } from '../accounts/index.ts';
import type { Agents } from '../agents/index.ts';
import { type Audit, firstStartActor } from '../audit/index.ts';
import { type ApiKeys, keyPrefix, sha256 } from '../auth/index.ts';
import type { Database, Handle } from '../db/index.ts';
import { findOldestAgent, hasWorkspace, isKnownKey, lockFirstStart } from './first-start-store.ts';
import type { Workspaces } from './workspaces.ts';

interface FirstStartDependencies {
  db: Database;
  workspaces: Workspaces;
  agents: Agents;
  apiKeys: ApiKeys;
  operatorTokens: OperatorTokens;
  audit: Audit;
}

interface Presets {
  apiKey?: string | undefined;
  adminToken?: string | undefined;
}

export interface FirstStart {
  /** True if this start created the first workspace. */
  isFirst: boolean;
  /** Shown once: only secrets created here, not those from the settings. */
  madeApiKey: string | undefined;
  madeOperatorToken: string | undefined;
  /** Changes of operator tokens, for the log. */
  notices: string[];
}

/**
 * Ensures at least one workspace, agent, API key and a way to sign in, and applies the
 * presets of the settings. Several processes may start at once on PostgreSQL: one does it, the others wait.
 */
export const ensureFirstStart = async (
  deps: FirstStartDependencies,
  { config }: { config: Presets },
): Promise<FirstStart> => {
  const { db } = deps;
  const result = await db.transaction(async (tx) => {
    await lockFirstStart(tx);
    const isFirst = !(await hasWorkspace(tx));
    const made = isFirst ? await makeDefaults(tx, deps, config) : undefined;
    if (!isFirst && config.apiKey !== undefined) await addPresetKey(tx, deps, config.apiKey);
    const notices = await settleTokens(tx, deps, config);
    // If nobody could sign in, for example after the preset token was removed, a new token is printed.
    const madeOperatorToken = (await canSomeoneSignIn(tx, deps))
      ? undefined
      : await deps.operatorTokens.createFirstStart(tx);
    return { isFirst, madeApiKey: made?.madeApiKey, madeOperatorToken, notices };
  });
  await db.durable();
  return result;
};

const makeDefaults = async (
  tx: Handle,
  deps: FirstStartDependencies,
  config: Presets,
): Promise<Pick<FirstStart, 'madeApiKey'>> => {
  const workspace = await deps.workspaces.create(tx, { name: 'Default' });
  const agent = await deps.agents.create(
    tx,
    { workspaceId: workspace.id, name: 'Default' },
    { by: firstStartActor },
  );
  const { key } = await deps.apiKeys.create(tx, { agentId: agent.id, name: 'Default', key: config.apiKey });
  await deps.audit.record(tx, {
    workspaceId: workspace.id,
    actor: firstStartActor,
    action: 'workspace.create',
    targetKind: 'workspace',
    targetId: workspace.id,
    changes: { name: [null, workspace.name], agent: [null, agent.name], key: [null, `${keyPrefix(key)}…`] },
  });
  return { madeApiKey: config.apiKey === undefined ? key : undefined };
};

/** Whether there is an owner, or a token with all permissions. */
const canSomeoneSignIn = async (tx: Handle, deps: FirstStartDependencies): Promise<boolean> =>
  (await hasOwner(tx)) || (await deps.operatorTokens.hasInstallationOwner(tx));

/** Synchronizes tokens with the settings and accounts. Returns what ended. */
const settleTokens = async (
  tx: Handle,
  deps: FirstStartDependencies,
  { adminToken }: Presets,
): Promise<string[]> => {
  const notices: string[] = [];
  const preset = await deps.operatorTokens.savePreset(tx, adminToken);
  if (preset === 'ended')
    notices.push(
      'The operator token from FRONTDESK_ADMIN_TOKEN no longer works, because the setting was removed',
    );
  if (preset === 'revoked')
    notices.push('The token in FRONTDESK_ADMIN_TOKEN was revoked and stays revoked. Set another one');
  const ended = (await hasOwner(tx)) ? await deps.operatorTokens.endFirstStart(tx) : [];
  if (ended.length > 0)
    notices.push(
      'The operator token of the first start no longer works, because an owner has an account. Create tokens for scripts with "frontdesk token create --name NAME"',
    );
  return notices;
};

/** A new preset key is added to the oldest existing agent, which is the default one. */
const addPresetKey = async (tx: Handle, deps: FirstStartDependencies, key: string): Promise<void> => {
  // Revoked keys stay revoked, also after a restart.
  if (await isKnownKey(tx, sha256(key))) return;
  const agent = await findOldestAgent(tx);
  if (!agent) return;
  const { id } = await deps.apiKeys.create(tx, { agentId: agent.id, name: 'Preset', key });
  await deps.audit.record(tx, {
    workspaceId: agent.workspaceId,
    actor: firstStartActor,
    action: 'key.create',
    targetKind: 'key',
    targetId: id,
    changes: { name: [null, 'Preset'], agentId: [null, agent.id] },
  });
};
