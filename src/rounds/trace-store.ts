import { type Handle, prepared, type Schema, type Statement } from '../db/index.ts';
import { decodeSteps, encodeSteps, type TraceStep } from './trace-step.ts';

const insert = prepared<Schema['traces'], never>((db, value) =>
  db.insertInto('traces').values({ round_id: value('round_id'), steps: value('steps') }),
);

export const insertingTrace = (roundId: string, steps: readonly TraceStep[]): Statement<never> =>
  insert.statement({ round_id: roundId, steps: encodeSteps(steps) });

/** Empty while the round runs. */
export const findTrace = async (db: Handle, roundId: string): Promise<TraceStep[]> => {
  const row = await db
    .selectFrom('traces')
    .select('steps')
    .where('round_id', '=', roundId)
    .executeTakeFirst();
  return decodeSteps(row?.steps);
};
