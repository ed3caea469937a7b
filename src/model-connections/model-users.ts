import type { Handle } from '../db/index.ts';
import { isReference, type ModelReference } from '../models/index.ts';
import { findReferences } from './store.ts';

export interface ModelUser {
  agentId: string;
  agentName: string;
  /** The models of connections that the agent uses. */
  references: ModelReference[];
}

/** All references to connections in a JSON value, at any depth. */
const referencesIn = (value: unknown): ModelReference[] => {
  if (value === null || typeof value !== 'object') return [];
  const own = isReference(value as { provider: string }) ? [value as ModelReference] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
};

/** Agents whose settings, flow draft or published flow use a model of a connection. */
export const findModelUsers = async (db: Handle, workspaceId: string): Promise<ModelUser[]> => {
  const users = new Map<string, ModelUser>();
  for (const { agentId, agentName, text } of await findReferences(db, workspaceId)) {
    const user = users.get(agentId) ?? { agentId, agentName, references: [] };
    user.references.push(...referencesIn(JSON.parse(text)));
    users.set(agentId, user);
  }
  return [...users.values()].sort((one, other) => one.agentName.localeCompare(other.agentName));
};
