import { Alert, Button, Group, Stack, TagsInput, Text } from '@mantine/core';
import { useState } from 'react';
import type { OriginProblem, OriginReading } from '../../../../../../src/lib/origins/read-origin.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { useSettingsForm } from '../settings-form.tsx';

const problemTexts: Record<OriginProblem, LabelKey> = {
  empty: 'agentSettings.originList.host',
  scheme: 'agentSettings.originList.scheme',
  'no-scheme': 'agentSettings.originList.noScheme',
  path: 'agentSettings.originList.path',
  credentials: 'agentSettings.originList.credentials',
  wildcard: 'agentSettings.originList.wildcard',
  port: 'agentSettings.originList.port',
  ipv6: 'agentSettings.originList.ipv6',
  host: 'agentSettings.originList.host',
  'all-hosts': 'agentSettings.originList.allHosts',
};

interface OriginListProps {
  label: string;
  description: string;
  example: string;
  value: string[];
  maxEntries: number;
  read(entry: string): OriginReading;
  onChange(value: string[]): void;
}

/** A list of origins or hosts. It checks each entry while it is typed and offers the correct form. */
export const OriginList = (props: OriginListProps) => {
  const { label, description, example, value, maxEntries, read, onChange } = props;
  const { isReadOnly } = useSettingsForm();
  const [typed, setTyped] = useState('');
  const set = (entries: string[]): void => {
    const normalized = entries.map((entry) => {
      const reading = read(entry);
      return reading.isValid ? reading.value : entry.trim();
    });
    onChange([...new Set(normalized)].filter((entry) => entry !== ''));
  };
  const typedReading = typed.trim() === '' ? undefined : read(typed);
  const wrong = value.flatMap((entry) => {
    const reading = read(entry);
    return reading.isValid ? [] : [{ entry, ...reading }];
  });
  return (
    <Stack gap="xs">
      <TagsInput
        label={label}
        description={description}
        value={value}
        onChange={set}
        searchValue={typed}
        onSearchChange={setTyped}
        maxTags={maxEntries}
        splitChars={[',', ';', ' ', '\n']}
        error={wrong.length > 0}
        placeholder={value.length === 0 ? example : undefined}
      />
      {typedReading?.isValid === false && (
        <Group gap="xs" aria-live="polite">
          <Text size="sm" c="dimmed">
            {t(problemTexts[typedReading.problem])}
          </Text>
          {typedReading.suggestion && (
            <Button
              variant="light"
              size="compact-sm"
              // Leaving the field would add the typed text first.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                setTyped('');
                set([...value, typedReading.suggestion!]);
              }}
            >
              {t('agentSettings.originList.add', { entry: typedReading.suggestion })}
            </Button>
          )}
        </Group>
      )}
      {wrong.map(({ entry, problem, suggestion }) => (
        <Alert
          key={entry}
          color="orange"
          title={t('agentSettings.originList.ignored', { entry })}
          style={{ overflowWrap: 'anywhere' }}
        >
          <Group gap="xs">
            <Text size="sm">{t(problemTexts[problem])}</Text>
            {suggestion && !isReadOnly && (
              <Button
                variant="light"
                size="compact-sm"
                onClick={() => set(value.map((one) => (one === entry ? suggestion : one)))}
              >
                {t('agentSettings.originList.use', { entry: suggestion })}
              </Button>
            )}
            {!isReadOnly && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => set(value.filter((one) => one !== entry))}
              >
                {t('agentSettings.originList.remove')}
              </Button>
            )}
          </Group>
        </Alert>
      ))}
    </Stack>
  );
};
