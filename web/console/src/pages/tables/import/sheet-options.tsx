import { Group, NativeSelect, NumberInput } from '@mantine/core';
import type { SheetPreview } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import type { SheetChoices } from './use-sheet-choice.ts';

interface SheetOptionsProps {
  preview: Pick<SheetPreview, 'sheets' | 'sheet' | 'headerRow'>;
  choices: SheetChoices;
}

const mostHeaderRow = 100;

/** Selection of the sheet and its header row. */
export const SheetOptions = ({ preview, choices }: SheetOptionsProps) => (
  <Group gap="sm">
    {preview.sheets.length > 1 && (
      <NativeSelect
        label={t('tables.sheet.name')}
        data={preview.sheets.map(({ name, rows }) => ({
          value: name,
          label: t('tables.sheet.option', { name, rows }),
        }))}
        value={preview.sheet}
        onChange={(event) => choices.setSheet(event.currentTarget.value)}
      />
    )}
    <NumberInput
      label={t('tables.sheet.header')}
      value={preview.headerRow}
      min={1}
      max={mostHeaderRow}
      allowDecimal={false}
      w={220}
      onChange={(row) => typeof row === 'number' && row !== preview.headerRow && choices.setHeaderRow(row)}
    />
  </Group>
);
