import { Box, Fieldset, Input, Select, Stack, Switch, Text } from '@mantine/core';
import { timeZones } from '../../../../lib/time-zones.ts';
import { t } from '../../../../messages/translate.ts';
import { useSetting, useSettingsForm } from '../../settings-form.tsx';
import { ExceptionRows } from './exception-rows.tsx';
import classes from './opening-hours.module.css';
import {
  type OpeningHours,
  problemIn,
  rangesOf,
  suggestHours,
  weekdayName,
  weekdays,
  withRanges,
} from './opening-hours.ts';
import { RangeRows } from './range-rows.tsx';

interface HoursFieldsProps {
  hours: OpeningHours;
  onChange(part: Partial<OpeningHours>): void;
}

const HoursFields = ({ hours, onChange }: HoursFieldsProps) => {
  const problem = problemIn(useSettingsForm().failure, hours);
  const errorAt = (place: string) => (problem?.place === place ? problem.rule : undefined);
  return (
    <>
      <Select
        label={t('agentSettings.humanService.hours.timeZone')}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('agentSettings.humanService.hours.noTimeZone')}
        data={timeZones(hours.timeZone)}
        value={hours.timeZone}
        error={errorAt('timeZone')}
        onChange={(timeZone) => timeZone !== null && onChange({ timeZone })}
      />
      <Box role="group" aria-labelledby="opening-hours-weekly">
        <Input.Label labelElement="div" id="opening-hours-weekly">
          {t('agentSettings.humanService.hours.weekly')}
        </Input.Label>
        <Text size="xs" c="dimmed" mb="xs">
          {t('agentSettings.humanService.hours.endOfDay')}
        </Text>
        {errorAt('weekly') && <Input.Error role="alert">{errorAt('weekly')}</Input.Error>}
        {weekdays.map((day) => {
          const name = weekdayName(day);
          return (
            <Box key={day} role="group" aria-label={name} className={classes.day}>
              <Text size="sm">{name}</Text>
              <Stack gap={4}>
                <RangeRows
                  day={name}
                  ranges={rangesOf(hours, day)}
                  onChange={(ranges) => onChange({ weekly: withRanges(hours, day, ranges) })}
                />
                {errorAt(day) && <Input.Error role="alert">{errorAt(day)}</Input.Error>}
              </Stack>
            </Box>
          );
        })}
      </Box>
      <ExceptionRows hours={hours} problem={problem} onChange={(exceptions) => onChange({ exceptions })} />
    </>
  );
};

/** When people answer in the inbox. Without hours it is always open. */
export const OpeningHoursFields = () => {
  const { value, merge } = useSetting('humanService');
  const { saved } = useSettingsForm();
  const { hours } = value.inbox;
  const change = (next: OpeningHours | null) => merge({ inbox: { ...value.inbox, hours: next } });
  return (
    <Fieldset legend={t('agentSettings.humanService.hours')}>
      <Stack gap="md">
        <Switch
          label={t('agentSettings.humanService.alwaysOpen')}
          description={t('agentSettings.humanService.hoursHint')}
          checked={hours === null}
          onChange={(event) =>
            change(
              event.currentTarget.checked
                ? null
                : (saved.settings.humanService.inbox.hours ?? suggestHours()),
            )
          }
        />
        {hours && <HoursFields hours={hours} onChange={(part) => change({ ...hours, ...part })} />}
      </Stack>
    </Fieldset>
  );
};
