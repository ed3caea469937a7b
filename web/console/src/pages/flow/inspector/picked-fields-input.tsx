import { ActionIcon, Autocomplete, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '../../../messages/translate.ts';
import type { NodeOf } from '../graph/flow-types.ts';
import { useKnownVariables } from './use-known-variables.ts';

type PickedField = NodeOf<'json'>['fields'][number];

interface PickedFieldsInputProps {
  label: string;
  value: PickedField[];
  onChange(value: PickedField[]): void;
}

/** Paths in variables, and the names of their values in the result. */
export const PickedFieldsInput = ({ label, value, onChange }: PickedFieldsInputProps) => {
  const known = useKnownVariables().map(({ path }) => path);
  const edit = (index: number, part: Partial<PickedField>): void =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Stack gap={6} mt={4}>
        {value.map(({ from, to }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: both texts change while the operator types
          <Group key={index} gap={6} wrap="nowrap">
            <Autocomplete
              aria-label={t('flow.pick.from', { number: index + 1 })}
              placeholder={t('flow.pick.fromHint')}
              data={known}
              value={from}
              onChange={(path) => edit(index, { from: path })}
              style={{ flex: 1 }}
            />
            <TextInput
              aria-label={t('flow.pick.to', { number: index + 1 })}
              placeholder={t('flow.pick.toHint')}
              value={to}
              onChange={(event) => edit(index, { to: event.currentTarget.value })}
              style={{ flex: 1 }}
            />
            <ActionIcon
              aria-label={t('flow.pick.remove', { number: index + 1 })}
              onClick={() => onChange(value.filter((_one, at) => at !== index))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconPlus size={13} aria-hidden />}
            disabled={value.length >= 100}
            onClick={() => onChange([...value, { from: '', to: '' }])}
          >
            {t('flow.pick.add')}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
};
