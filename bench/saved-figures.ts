import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { drawFigures } from './draw-figures.ts';
import type { Figure } from './support/report.ts';
import { tableOf } from './table-of.ts';

const isSame = (a: Figure, b: Figure): boolean =>
  a.group === b.group && a.database === b.database && a.name === b.name;

/** New figures take the place of the saved ones with the same name, or follow their group. All others stay. */
export const mergeFigures = (saved: readonly Figure[], added: readonly Figure[]): Figure[] => {
  const merged = saved.map((one) => added.find((other) => isSame(one, other)) ?? one);
  for (const one of added) {
    if (merged.includes(one)) continue;
    const last = merged.findLastIndex(
      ({ group, database }) => group === one.group && database === one.database,
    );
    merged.splice(last < 0 ? merged.length : last + 1, 0, one);
  }
  return merged;
};

/** Replaces the table after the mark `<!-- figures: sqlite -->`. */
export const writeTables = (document: string, figures: readonly Figure[]): string =>
  document.replace(
    /(<!-- figures: (sqlite|postgres) -->\n\n)(?:\|.*\n)*/g,
    (_whole, mark: string, database: string) =>
      `${mark}${tableOf(figures.filter((figure) => figure.database === database))}\n`,
  );

/** Groups with so many figures that nobody would look at the picture. The tables have them. */
const notDrawn = ['search', 'listings', 'analytics'];

interface SavedFiles {
  figuresFile: string;
  documentFile: string;
  pictureFile: string;
}

export const saveFigures = (
  { figuresFile, documentFile, pictureFile }: SavedFiles,
  added: readonly Figure[],
): void => {
  const saved = existsSync(figuresFile) ? (JSON.parse(readFileSync(figuresFile, 'utf8')) as Figure[]) : [];
  const figures = mergeFigures(saved, added);
  writeFileSync(figuresFile, `${JSON.stringify(figures, null, 2)}\n`);
  writeFileSync(documentFile, writeTables(readFileSync(documentFile, 'utf8'), figures));
  writeFileSync(pictureFile, drawFigures(figures.filter(({ group }) => !notDrawn.includes(group))));
};
