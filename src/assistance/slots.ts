import { AppError } from '../lib/errors.ts';

/** Limits how many calls run at the same time, for each operator and each workspace. */
export const createSlots = ({ perOperator, perWorkspace }: { perOperator: number; perWorkspace: number }) => {
  const running = new Map<string, number>();
  const add = (key: string, change: number): void => {
    const count = (running.get(key) ?? 0) + change;
    if (count === 0) running.delete(key);
    else running.set(key, count);
  };

  /** Call the returned function when the work has ended. */
  return (workspaceId: string, operatorId: string): (() => void) => {
    const keys = [`workspace ${workspaceId}`, `operator ${operatorId}`] as const;
    if ((running.get(keys[1]) ?? 0) >= perOperator)
      throw new AppError(
        'rateLimited',
        `At most ${perOperator} texts can be written for you at the same time`,
        {
          retryAfterSeconds: 5,
        },
      );
    if ((running.get(keys[0]) ?? 0) >= perWorkspace)
      throw new AppError(
        'rateLimited',
        'Too many texts are being written for this workspace; try again shortly',
        {
          retryAfterSeconds: 5,
        },
      );
    for (const key of keys) add(key, 1);
    return () => {
      for (const key of keys) add(key, -1);
    };
  };
};
