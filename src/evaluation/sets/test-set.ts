import type { Selectable } from 'kysely';
import type { Schema } from '../../db/index.ts';
import type { ModelReference } from '../../models/index.ts';

export interface SetSettings {
  name: string;
  description: string;
  /** Null: the model of the agent judges. */
  judgeModel: ModelReference | null;
  repeats: number;
  /** off, hourly, daily, weekly, or a cron expression. */
  schedule: string;
  /** Null: publishing does not require this set. */
  requiredPassRate: number | null;
}

export interface TestSet extends SetSettings {
  id: string;
  workspaceId: string;
  agentId: string;
  nextRunAtMs: number | null;
  creatorEmail: string;
  createdAtMs: number;
  updatedAtMs: number;
}

export const setLimits = {
  /** Of an agent. */
  sets: 100,
  descriptionCharacters: 2000,
  repeats: 20,
  /** Messages of a run: cases, their turns and repeats. */
  attempts: 50_000,
};

export const toSet = (row: Selectable<Schema['test_sets']>): TestSet => ({
  id: row.id,
  workspaceId: row.workspace_id,
  agentId: row.agent_id,
  name: row.name,
  description: row.description,
  judgeModel: row.judge_model === null ? null : JSON.parse(row.judge_model),
  repeats: row.repeats,
  schedule: row.schedule,
  requiredPassRate: row.required_pass_rate,
  nextRunAtMs: row.next_run_at,
  creatorEmail: row.creator_email,
  createdAtMs: row.created_at,
  updatedAtMs: row.updated_at,
});
