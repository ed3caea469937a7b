import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '../../../../messages/translate.ts';
import { endFromField, mostRanges, nextRange, type TimeRange, toField } from './opening-hours.ts';

interface RangeRowsProps {
  /** Name of the day, for the labels of the fields. */
  day: string;
  ranges: readonly TimeRange[];
  onChange(ranges: TimeRange[]): void;
}

/** The hours of one day. Without any it is closed. */
export const RangeRows = ({ day, ranges, onChange }: RangeRowsProps) => {
  const edit = (index: number, part: Partial<TimeRange>): void =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...part } : range)));
  return (
    <Stack gap="xs" align="flex-start">
      {ranges.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('agentSettings.humanService.hours.closed')}
        </Text>
      )}
      {ranges.map(({ from, to }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no identity, and the fields show only their values
        <Group key={index} gap={6} wrap="nowrap">
          <TextInput
            type="time"
            aria-label={t('agentSettings.humanService.hours.from', { day, number: index + 1 })}
            value={from}
            error={from === ''}
            onChange={(event) => edit(index, { from: event.currentTarget.value })}
          />
          <span aria-hidden>–</span>
          <TextInput
            type="time"
            aria-label={t('agentSettings.humanService.hours.to', { day, number: index + 1 })}
            value={toField(to)}
            error={to === ''}
            onChange={(event) => edit(index, { to: endFromField(event.currentTarget.value) })}
          />
          <ActionIcon
            aria-label={t('agentSettings.humanService.hours.remove', { day, number: index + 1 })}
            onClick={() => onChange(ranges.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      {ranges.length < mostRanges && (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={t('agentSettings.humanService.hours.addTo', { day })}
          onClick={() => onChange([...ranges, nextRange(ranges)])}
        >
          {t('agentSettings.humanService.hours.add')}
        </Button>
      )}
    </Stack>
  );
};
