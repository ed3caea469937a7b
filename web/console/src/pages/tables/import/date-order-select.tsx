import { NativeSelect } from '@mantine/core';
import type { DateOrder } from '../../../api/derived-types.ts';
import { t } from '../../../messages/translate.ts';

interface DateOrderSelectProps {
  column: string;
  value: DateOrder | null;
  onChange(order: DateOrder | null): void;
}

/** Asks how dates such as 03/04/2026 are read. */
export const DateOrderSelect = ({ column, value, onChange }: DateOrderSelectProps) => (
  <NativeSelect
    size="xs"
    aria-label={t('tables.dateOrder.of', { column })}
    data={[
      { value: '', label: t('tables.dateOrder.choose') },
      { value: 'dmy', label: t('tables.dateOrder.dmy') },
      { value: 'mdy', label: t('tables.dateOrder.mdy') },
    ]}
    value={value ?? ''}
    error={value === null}
    onChange={(event) => onChange((event.currentTarget.value || null) as DateOrder | null)}
  />
);
