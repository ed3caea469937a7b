import { Text } from '@mantine/core';
import type { SheetPreview } from '../../../api/generated.ts';
import { rich } from '../../../messages/rich.ts';
import { t } from '../../../messages/translate.ts';

interface PreviewSummaryProps {
  file: string;
  preview: Pick<SheetPreview, 'goodRows' | 'totalRows' | 'rows'>;
}

/** How many rows can be imported. */
export const PreviewSummary = ({ file, preview }: PreviewSummaryProps) => (
  <>
    <Text size="sm" role="status">
      {rich('tables.import.valid', {
        b: (text) => <b>{text}</b>,
        file,
        valid: preview.goodRows,
        total: preview.totalRows,
      })}
    </Text>
    {preview.rows.length < preview.totalRows && (
      <Text size="xs" c="dimmed">
        {t('tables.import.firstShown', { count: preview.rows.length })}
      </Text>
    )}
  </>
);
