import type { Database } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import { type AgentRetention, mostRetentionDays, type RetentionSettings } from '../../retention/index.ts';
import type { AgentFileSection } from '../section.ts';

const names = ['conversationDays', 'traceDays', 'fileDays'] as const satisfies (keyof RetentionSettings)[];

const isDays = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= mostRetentionDays;

const readDays = (value: unknown, field: string): number | null => {
  if (value === null || value === undefined) return null;
  if (isDays(value)) return value;
  throw new AppError(
    'invalidParameter',
    `${field} must be null or a whole number from 1 to ${mostRetentionDays}`,
  );
};

/** How long data of the new agent is kept. It is not part of the settings, because it has no versions. */
export const createRetentionSection = ({
  db,
  agentRetention,
}: {
  db: Database;
  agentRetention: AgentRetention;
}): AgentFileSection => ({
  name: 'retention',

  export: async (agent) => {
    const settings = await agentRetention.findSettings(db.query, agent.id);
    return names.some((name) => settings[name] !== null) ? settings : undefined;
  },

  read: (value, field) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      throw new AppError('invalidParameter', `${field} must be an object`);
    const given = value as Record<string, unknown>;
    const content: RetentionSettings = {
      conversationDays: readDays(given.conversationDays, `${field}.conversationDays`),
      traceDays: readDays(given.traceDays, `${field}.traceDays`),
      fileDays: readDays(given.fileDays, `${field}.fileDays`),
    };
    return { items: 1, content };
  },

  import: async (agent, content) => {
    await db.transaction((tx) => agentRetention.save(tx, agent, content as RetentionSettings));
    return [];
  },
});
