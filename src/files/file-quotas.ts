import type { Agent } from '../agents/index.ts';
import type { Handle } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';

const mb = 1024 * 1024;

/** For the whole installation. 0: no limit. */
export interface QuotaDefaults {
  visitorMb: number;
  agentMb: number;
  workspaceMb: number;
}

/** The owner of a file's storage. */
export interface FileOwner {
  workspaceId: string;
  agent?: Pick<Agent, 'id' | 'settings'>;
  /** A visitor of a page. Absent or null for everyone else. */
  visitorId?: string | null;
}

interface Quota {
  scope: 'visitor' | 'agent' | 'workspace';
  ownerId: string;
  limitMb: number;
}

export interface StorageUse {
  usedBytes: number;
  /** null: no limit. */
  limitBytes: number | null;
}

/**
 * Bytes of stored files by visitor, agent and workspace. The database counts them with their rows (migration 0028). If
 * a quota is exceeded after the own row is counted, the transaction is rolled back.
 */
export const createFileQuotas = (defaults: QuotaDefaults) => {
  const agentMb = ({ settings }: Pick<Agent, 'settings'>): number =>
    settings.limits.storedMb ?? defaults.agentMb;
  const visitorMb = ({ settings }: Pick<Agent, 'settings'>): number =>
    settings.channels.storedMbPerVisitor ?? defaults.visitorMb;

  const quotasOf = ({ workspaceId, agent, visitorId }: FileOwner): Quota[] => {
    const quotas: Quota[] = [{ scope: 'workspace', ownerId: workspaceId, limitMb: defaults.workspaceMb }];
    if (agent) quotas.unshift({ scope: 'agent', ownerId: agent.id, limitMb: agentMb(agent) });
    if (agent && visitorId)
      quotas.unshift({ scope: 'visitor', ownerId: visitorId, limitMb: visitorMb(agent) });
    return quotas.filter(({ limitMb }) => limitMb > 0);
  };

  const usedBytes = async (
    db: Handle,
    owners: readonly Pick<Quota, 'scope' | 'ownerId'>[],
  ): Promise<Map<Quota['scope'], number>> => {
    if (owners.length === 0) return new Map();
    const rows = await db
      .selectFrom('file_totals')
      .select(['scope', 'bytes'])
      .where((where) => where.or(owners.map(({ scope, ownerId }) => where.and({ scope, owner_id: ownerId }))))
      .execute();
    return new Map(rows.map(({ scope, bytes }) => [scope as Quota['scope'], Number(bytes)]));
  };

  return {
    /** @param newBytes bytes that are not counted yet. */
    require: async (db: Handle, owner: FileOwner, newBytes: number): Promise<void> => {
      const quotas = quotasOf(owner);
      const used = await usedBytes(db, quotas);
      for (const { scope, limitMb } of quotas)
        if ((used.get(scope) ?? 0) + newBytes > limitMb * mb)
          throw new AppError(
            'quotaExceeded',
            `The storage quota of the ${scope} is exceeded: its files may use at most ${limitMb} MB`,
          );
    },
    /** For operators of an agent. */
    use: async (db: Handle, agent: Pick<Agent, 'id' | 'workspaceId' | 'settings'>) => {
      const used = await usedBytes(db, [
        { scope: 'agent', ownerId: agent.id },
        { scope: 'workspace', ownerId: agent.workspaceId },
      ]);
      const useOf = (scope: Quota['scope'], limitMb: number): StorageUse => ({
        usedBytes: used.get(scope) ?? 0,
        limitBytes: limitMb === 0 ? null : limitMb * mb,
      });
      return {
        agent: useOf('agent', agentMb(agent)),
        workspace: useOf('workspace', defaults.workspaceMb),
        visitorLimitBytes: visitorMb(agent) === 0 ? null : visitorMb(agent) * mb,
      };
    },
  };
};

export type FileQuotas = ReturnType<typeof createFileQuotas>;
