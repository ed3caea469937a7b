import type { Insertable, Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';
import {
  addFigures,
  type CounterName,
  counterNames,
  type Figures,
  type HistogramName,
  histogramNames,
  noFigures,
} from './figures.ts';
import { decodeHistogram, encodeHistogram } from './histogram.ts';

type Row = Selectable<Schema['analytics_days']>;

/** A row of analytics_days and what is added to it. '' as agent or channel: all of them. */
export interface DayChange {
  workspaceId: string;
  agentId: string;
  channel: string;
  day: number;
  figures: Figures;
}

type ColumnOf<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? (Head extends '1' | '2' | '3' | '4' | '5' ? '_' : '') : '_'}${Lowercase<Head>}${ColumnOf<Tail>}`
  : '';

/** Computed once, because counting reads and writes all columns of some days for each hundred rounds. */
const columns = new Map<string, string>(
  [...counterNames, ...histogramNames].map((name) => [
    name,
    name.replaceAll(/[A-Z1-5]/g, (character) => `_${character.toLowerCase()}`),
  ]),
);

/** The column of a figure: `stars1` is in `stars_1`. */
export const columnOf = <Name extends CounterName | HistogramName>(name: Name) =>
  columns.get(name) as ColumnOf<Name>;

/** @param histograms which of them are read */
export const toFigures = (row: Row, histograms: readonly HistogramName[] = histogramNames): Figures => {
  const figures = noFigures();
  for (const name of counterNames) figures.counters[name] = Number(row[columnOf(name)]);
  for (const name of histograms) figures.histograms[name] = decodeHistogram(row[columnOf(name)]);
  return figures;
};

const toRow = ({ workspaceId, agentId, channel, day, figures }: DayChange): Insertable<Row> =>
  ({
    workspace_id: workspaceId,
    agent_id: agentId,
    channel,
    day,
    ...Object.fromEntries(counterNames.map((name) => [columnOf(name), figures.counters[name]])),
    ...Object.fromEntries(
      histogramNames.map((name) => [columnOf(name), encodeHistogram(figures.histograms[name])]),
    ),
  }) as Insertable<Row>;

const keyOf = (agentId: string, channel: string, day: number): string => `${agentId}\n${channel}\n${day}`;

/** Statements have a limited number of parameters. */
const rowsAtOnce = 200;

const addInWorkspace = async (
  tx: Handle,
  workspaceId: string,
  changes: readonly DayChange[],
): Promise<void> => {
  const stored = await tx
    .selectFrom('analytics_days')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', 'in', [...new Set(changes.map(({ agentId }) => agentId))])
    .where('day', 'in', [...new Set(changes.map(({ day }) => day))])
    .execute();
  const before = new Map(stored.map((row) => [keyOf(row.agent_id, row.channel, Number(row.day)), row]));
  const rows = changes.map((change) => {
    const row = before.get(keyOf(change.agentId, change.channel, change.day));
    const figures = row ? toFigures(row) : noFigures();
    addFigures(figures, change.figures);
    return toRow({ ...change, figures });
  });
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx
      .insertInto('analytics_days')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'agent_id', 'channel', 'day'])
          .doUpdateSet((eb) =>
            Object.fromEntries(
              [...counterNames, ...histogramNames].map((name) => [
                columnOf(name),
                eb.ref(`excluded.${columnOf(name)}`),
              ]),
            ),
          ),
      )
      .execute();
};

/** The caller has locked the figures. */
export const addToDays = async (tx: Handle, changes: readonly DayChange[]): Promise<void> => {
  for (const [workspaceId, some] of Map.groupBy(changes, (change) => change.workspaceId))
    await addInWorkspace(tx, workspaceId, some);
};
