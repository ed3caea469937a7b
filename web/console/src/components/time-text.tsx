import { Text, type TextProps, Tooltip } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { formatAge } from '../lib/format-age.ts';
import { formatDateTime } from '../lib/format-date-time.ts';
import { t } from '../messages/translate.ts';

interface TimeTextProps extends TextProps {
  /** ISO 8601; null if it never happened. */
  time: string | null | undefined;
  /** Shown for null. */
  never?: string;
}

const tickMs = 30_000;

/** "5 minutes ago", with the exact time in a tooltip. */
export const TimeText = ({ time, never = t('common.never'), ...text }: TimeTextProps) => {
  const [nowMs, setNowMs] = useState(Date.now);
  useInterval(() => setNowMs(Date.now()), tickMs, { autoInvoke: true });
  if (!time)
    return (
      <Text size="sm" c="dimmed" span {...text}>
        {never}
      </Text>
    );
  const date = new Date(time);
  return (
    <Tooltip label={formatDateTime(date)}>
      <Text size="sm" span style={{ whiteSpace: 'nowrap' }} {...text}>
        <time dateTime={time}>{formatAge(date.getTime(), nowMs)}</time>
      </Text>
    </Tooltip>
  );
};
