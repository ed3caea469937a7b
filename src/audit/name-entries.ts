import type { Handle } from '../db/index.ts';
import { isNamedKind, readNames } from '../operations/index.ts';
import { type ActorKind, readActor } from './actor.ts';
import { type AuditFilter, operatorNamesByEmail, type StoredAuditEntry } from './store.ts';

export interface NamedAuditEntry extends StoredAuditEntry {
  actorKind: ActorKind;
  /** Of the operator or token; null for other actors and for operators whose account was deleted. */
  actorName: string | null;
  /** null: the target was deleted or has no name. */
  targetName: string | null;
}

/** The entry of a deletion contains the name of what it deleted. */
const nameInChanges = ({ changes }: StoredAuditEntry): string | null => {
  const name = (changes.name ?? changes.email)?.findLast((value) => typeof value === 'string');
  return typeof name === 'string' ? name : null;
};

/**
 * Adds the names of actors and targets. An operator also sees their own entries in workspaces that they have left: for
 * those, names are not read again.
 */
export const nameEntries = async (
  db: Handle,
  entries: StoredAuditEntry[],
  visibleTo: AuditFilter['visibleTo'],
): Promise<NamedAuditEntry[]> => {
  const isReadable = ({ workspaceId }: StoredAuditEntry): boolean =>
    visibleTo === undefined || workspaceId === null || visibleTo.workspaceIds.includes(workspaceId);
  const operatorNames = await operatorNamesByEmail(db, new Set(entries.map(({ actor }) => actor)));
  const targetNames = new Map<string, Map<string, string>>();
  for (const [kind, ofKind] of Map.groupBy(entries.filter(isReadable), ({ targetKind }) => targetKind))
    if (isNamedKind(kind))
      targetNames.set(
        kind,
        await readNames(
          db,
          kind,
          ofKind.map(({ targetId }) => targetId),
        ),
      );
  return entries.map((entry) => {
    const { kind, tokenName } = readActor(entry.actor);
    const current = isReadable(entry) ? targetNames.get(entry.targetKind)?.get(entry.targetId) : undefined;
    return {
      ...entry,
      actorKind: kind,
      actorName: tokenName ?? operatorNames.get(entry.actor) ?? null,
      targetName: current ?? nameInChanges(entry),
    };
  });
};
