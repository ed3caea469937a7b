import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

export const setupSteps = ['workspace', 'model', 'agent', 'try'] as const satisfies readonly Selectable<
  Schema['operator_setups']
>['step'][];

export type SetupStep = (typeof setupSteps)[number];

export interface Setup {
  workspaceId: string;
  /** The next step. */
  step: SetupStep;
  /** The first agent, once it exists. */
  agentId: string | null;
}

/** The setup that the operator has not finished. */
export const findSetup = (db: Handle, operatorId: string): Promise<Setup | undefined> =>
  db
    .selectFrom('operator_setups')
    .select(['workspace_id as workspaceId', 'step', 'agent_id as agentId'])
    .where('operator_id', '=', operatorId)
    .executeTakeFirst();

export const insertSetup = (db: Handle, operatorId: string, { workspaceId, step, agentId }: Setup) =>
  db
    .insertInto('operator_setups')
    .values({ operator_id: operatorId, workspace_id: workspaceId, step, agent_id: agentId })
    .execute();

export const updateSetup = (
  db: Handle,
  operatorId: string,
  { step, agentId }: Pick<Setup, 'step' | 'agentId'>,
) =>
  db
    .updateTable('operator_setups')
    .set({ step, agent_id: agentId })
    .where('operator_id', '=', operatorId)
    .execute();

export const deleteSetup = (db: Handle, operatorId: string) =>
  db.deleteFrom('operator_setups').where('operator_id', '=', operatorId).execute();
