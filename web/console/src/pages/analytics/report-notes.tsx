import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { AnalyticsReport } from '../../api/generated.ts';
import { TimeText } from '../../components/time-text.tsx';
import { formatDay } from '../../lib/format-day.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { TimeZoneDialog } from './time-zone-dialog.tsx';

/** What the figures cover: the period, its days, and how current they are. */
export const ReportNotes = ({ report }: { report: AnalyticsReport }) => {
  const workspace = useWorkspace();
  const [isChanging, setChanging] = useState(false);
  const { period, previousPeriod, timeZone, updatedAt, isIncomplete } = report;
  const daysOf = ({ from, to }: typeof period): string =>
    t('analytics.daysOf', { from: formatDay(from), to: formatDay(to) });
  return (
    <>
      {isIncomplete && (
        <Alert mb="md" role="status">
          {t('analytics.incomplete')}
        </Alert>
      )}
      <Group gap="xs" mb="md">
        <Text size="sm" c="dimmed">
          {t('analytics.covers', {
            period: daysOf(period),
            previous: daysOf(previousPeriod),
            timeZone,
          })}{' '}
          {updatedAt !== null && (
            <>
              {t('analytics.updated')} <TimeText time={updatedAt} />
            </>
          )}
        </Text>
        {workspace.can('operation:write') && (
          <Button variant="subtle" size="compact-sm" onClick={() => setChanging(true)}>
            {t('analytics.timeZone.change')}
          </Button>
        )}
      </Group>
      {isChanging && <TimeZoneDialog current={timeZone} onClose={() => setChanging(false)} />}
    </>
  );
};
