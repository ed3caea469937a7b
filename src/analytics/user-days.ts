import type { Handle } from '../db/index.ts';
import { addTo, type Histogram } from './histogram.ts';

/** Longer absences are not distinguished: a report covers at most 366 days. */
export const longestAbsence = 400;

/** Rounds of a user on a day that were added or removed. '' as channel: all of them. */
export interface UserChange {
  agentId: string;
  channel: string;
  userKey: string;
  day: number;
  rounds: number;
}

/** Absences that ended on a day and were added or removed. */
export interface AbsenceChange {
  agentId: string;
  channel: string;
  day: number;
  absences: Histogram;
}

/** For each active day: the days since the previous one, or 0 for the first. */
export const absencesOf = (days: Iterable<number>): Map<number, number> => {
  const absences = new Map<number, number>();
  let previous: number | undefined;
  for (const day of [...days].sort((left, right) => left - right)) {
    absences.set(day, previous === undefined ? 0 : Math.min(day - previous, longestAbsence));
    previous = day;
  }
  return absences;
};

const usersAtOnce = 500;

const readDays = async (tx: Handle, agentId: string, channel: string, userKeys: readonly string[]) => {
  const byUser = new Map<string, Map<number, number>>(userKeys.map((key) => [key, new Map()]));
  for (let start = 0; start < userKeys.length; start += usersAtOnce) {
    const rows = await tx
      .selectFrom('analytics_user_days')
      .select(['user_key', 'day', 'rounds'])
      .where('agent_id', '=', agentId)
      .where('channel', '=', channel)
      .where('user_key', 'in', userKeys.slice(start, start + usersAtOnce))
      .execute();
    for (const row of rows) byUser.get(row.user_key)!.set(Number(row.day), Number(row.rounds));
  }
  return byUser;
};

interface Row {
  agent_id: string;
  channel: string;
  user_key: string;
  day: number;
  rounds: number;
}

const saveDays = async (tx: Handle, rows: readonly Row[]): Promise<void> => {
  const kept = rows.filter(({ rounds }) => rounds > 0);
  for (let start = 0; start < kept.length; start += usersAtOnce)
    await tx
      .insertInto('analytics_user_days')
      .values(kept.slice(start, start + usersAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['agent_id', 'channel', 'user_key', 'day'])
          .doUpdateSet((eb) => ({ rounds: eb.ref('excluded.rounds') })),
      )
      .execute();
  for (const { agent_id, channel, user_key, day } of rows.filter(({ rounds }) => rounds <= 0))
    await tx
      .deleteFrom('analytics_user_days')
      .where('agent_id', '=', agent_id)
      .where('channel', '=', channel)
      .where('user_key', '=', user_key)
      .where('day', '=', day)
      .execute();
};

/** Applies the changes to the active days of users, and returns how the absences of all users changed. */
export const changeUserDays = async (
  tx: Handle,
  changes: readonly UserChange[],
): Promise<AbsenceChange[]> => {
  const found: AbsenceChange[] = [];
  const groups = Map.groupBy(changes, ({ agentId, channel }) => `${agentId}\n${channel}`);
  for (const group of groups.values()) {
    const { agentId, channel } = group[0]!;
    const byUser = await readDays(tx, agentId, channel, [...new Set(group.map(({ userKey }) => userKey))]);
    const byDay = new Map<number, Histogram>();
    const note = (absences: ReadonlyMap<number, number>, count: number): void => {
      for (const [day, absence] of absences) {
        const histogram = byDay.get(day) ?? new Map();
        byDay.set(day, histogram);
        addTo(histogram, absence, count);
      }
    };
    const rows: Row[] = [];
    for (const [userKey, some] of Map.groupBy(group, (change) => change.userKey)) {
      const days = byUser.get(userKey)!;
      note(absencesOf(days.keys()), -1);
      for (const { day, rounds } of some) {
        const sum = (days.get(day) ?? 0) + rounds;
        if (sum > 0) days.set(day, sum);
        else days.delete(day);
        rows.push({ agent_id: agentId, channel, user_key: userKey, day, rounds: sum });
      }
      note(absencesOf(days.keys()), 1);
    }
    await saveDays(tx, rows);
    for (const [day, absences] of byDay)
      if (absences.size > 0) found.push({ agentId, channel, day, absences });
  }
  return found;
};
