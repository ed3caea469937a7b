import { ActionIcon, Box, Button, Group, Input, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '../../../../messages/translate.ts';
import classes from './opening-hours.module.css';
import {
  type HoursProblem,
  mostExceptions,
  nextDate,
  nextRange,
  type OpeningHours,
} from './opening-hours.ts';
import { RangeRows } from './range-rows.tsx';

type Exception = OpeningHours['exceptions'][number];

interface ExceptionRowProps {
  exception: Exception;
  error: string | undefined;
  onChange(exception: Exception): void;
  onRemove(): void;
}

const ExceptionRow = ({ exception, error, onChange, onRemove }: ExceptionRowProps) => {
  const { date, ranges } = exception;
  return (
    <Box role="group" aria-label={date} className={classes.exception}>
      <Group gap="xs" align="flex-end">
        <TextInput
          type="date"
          label={t('agentSettings.humanService.hours.date')}
          value={date}
          onChange={(event) => onChange({ ...exception, date: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('agentSettings.humanService.hours.rule')}
          value={ranges.length === 0 ? 'closed' : 'hours'}
          data={[
            { value: 'closed', label: t('agentSettings.humanService.hours.closed') },
            { value: 'hours', label: t('agentSettings.humanService.hours.otherHours') },
          ]}
          onChange={(event) =>
            onChange({ ...exception, ranges: event.currentTarget.value === 'closed' ? [] : [nextRange([])] })
          }
        />
        <ActionIcon
          aria-label={t('agentSettings.humanService.hours.removeException', { date })}
          size="input-sm"
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
      {ranges.length > 0 && (
        <RangeRows day={date} ranges={ranges} onChange={(next) => onChange({ ...exception, ranges: next })} />
      )}
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </Box>
  );
};

interface ExceptionRowsProps {
  hours: OpeningHours;
  problem: HoursProblem | undefined;
  onChange(exceptions: Exception[]): void;
}

/** Dates that are closed or have other hours. */
export const ExceptionRows = ({ hours, problem, onChange }: ExceptionRowsProps) => {
  const { exceptions } = hours;
  return (
    <Stack gap="xs" align="flex-start" role="group" aria-labelledby="opening-hours-exceptions">
      <div>
        <Input.Label labelElement="div" id="opening-hours-exceptions">
          {t('agentSettings.humanService.hours.exceptions')}
        </Input.Label>
        <Text size="xs" c="dimmed">
          {t('agentSettings.humanService.hours.exceptionsHint')}
        </Text>
      </div>
      {exceptions.map((exception, index) => (
        <ExceptionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: two dates may be the same while somebody types
          key={index}
          exception={exception}
          error={problem?.place === index ? problem.rule : undefined}
          onChange={(next) => onChange(exceptions.map((one, at) => (at === index ? next : one)))}
          onRemove={() => onChange(exceptions.filter((_, at) => at !== index))}
        />
      ))}
      {problem?.place === 'exceptions' && <Input.Error role="alert">{problem.rule}</Input.Error>}
      {exceptions.length < mostExceptions && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...exceptions, { date: nextDate(hours, Date.now()), ranges: [] }])}
        >
          {t('agentSettings.humanService.hours.addException')}
        </Button>
      )}
    </Stack>
  );
};
