import { useState } from 'react';
import type { DateOrder } from '../../../api/derived-types.ts';

/** How the file is read: its sheet, its header row, and the order of day and month in its columns. */
export interface SheetChoice {
  sheet?: string;
  headerRow?: number;
  formats?: ({ dateOrder: DateOrder } | null)[];
}

/** Another sheet or header has other columns, so choices about columns are dropped with it. */
export const useSheetChoice = (onNewColumns: () => void) => {
  const [choice, setChoice] = useState<SheetChoice>({});
  return {
    choice,
    setSheet: (sheet: string): void => {
      setChoice({ sheet });
      onNewColumns();
    },
    setHeaderRow: (headerRow: number): void => {
      setChoice(({ sheet }) => ({ ...(sheet === undefined ? {} : { sheet }), headerRow }));
      onNewColumns();
    },
    setDateOrder: (column: number, dateOrder: DateOrder | null): void =>
      setChoice((before) => {
        const formats = Array.from(
          { length: Math.max(column + 1, before.formats?.length ?? 0) },
          (_, index) => before.formats?.[index] ?? null,
        );
        return { ...before, formats: formats.with(column, dateOrder === null ? null : { dateOrder }) };
      }),
  };
};

export type SheetChoices = ReturnType<typeof useSheetChoice>;
