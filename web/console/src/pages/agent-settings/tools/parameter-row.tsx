import {
  ActionIcon,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type LabelKey, t } from '../../../messages/translate.ts';
import {
  isInUrl,
  isValueOf,
  type Parameter,
  type ParameterPlace,
  type ParameterType,
  parameterTypes,
} from './parameter-schema.ts';

const typeLabels: Record<ParameterType, LabelKey> = {
  string: 'agentSettings.parameters.string',
  integer: 'agentSettings.parameters.integer',
  number: 'agentSettings.parameters.number',
  boolean: 'agentSettings.parameters.boolean',
};

interface ParameterRowProps {
  value: Parameter;
  otherNames: string[];
  url: string;
  hasBody: boolean;
  onChange(parameter: Parameter): void;
  onRemove(): void;
  onAddToPath(): void;
}

const nameProblem = (name: string, others: string[]): string | undefined => {
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(name)) return t('agentSettings.parameters.invalidName');
  return others.includes(name) ? t('agentSettings.parameters.nameTaken') : undefined;
};

const PlaceSelect = ({ value, url, hasBody, onChange, onAddToPath }: ParameterRowProps) => (
  <NativeSelect
    label={t('agentSettings.parameters.place')}
    disabled={isInUrl(url, value.name)}
    data={
      isInUrl(url, value.name)
        ? [{ value: '', label: t('agentSettings.parameters.inUrl') }]
        : [
            {
              value: '',
              label: hasBody ? t('agentSettings.parameters.body') : t('agentSettings.parameters.query'),
            },
            ...(hasBody ? [{ value: 'query', label: t('agentSettings.parameters.query') }] : []),
            { value: 'header', label: t('agentSettings.parameters.header') },
            { value: 'path', label: t('agentSettings.parameters.path') },
          ]
    }
    // Other values of the JSON have the same effect as the default.
    value={value.place === 'header' || (hasBody && value.place === 'query') ? value.place : ''}
    onChange={(event) => {
      const place = event.currentTarget.value;
      if (place === 'path') onAddToPath();
      else onChange({ ...value, place: place as ParameterPlace });
    }}
    style={{ flex: '1 1 120px' }}
  />
);

/** One parameter of a tool. */
export const ParameterRow = (props: ParameterRowProps) => {
  const { value, otherNames, onChange, onRemove } = props;
  // A name is applied only when it is valid: two parameters cannot have the same one.
  const [typedName, setTypedName] = useState<string>();
  const name = typedName ?? value.name;
  const [typedDefault, setTypedDefault] = useState<string>();
  const defaultText = typedDefault ?? value.defaultText;
  const problem = nameProblem(name, otherNames);
  const rename = (next: string): void => {
    const isValid = nameProblem(next, otherNames) === undefined;
    setTypedName(isValid ? undefined : next);
    if (isValid) onChange({ ...value, name: next });
  };
  const remove = (
    <ActionIcon
      aria-label={t('agentSettings.parameters.remove', { name: value.name })}
      onClick={onRemove}
      mb={4}
    >
      <IconTrash size={16} />
    </ActionIcon>
  );
  if (value.type === undefined)
    return (
      <Paper p="sm" component="fieldset" m={0} aria-label={value.name}>
        <Group justify="space-between">
          <Text size="sm">{t('agentSettings.parameters.onlyJson', { name: value.name })}</Text>
          {remove}
        </Group>
      </Paper>
    );
  const { type } = value;
  return (
    <Paper p="sm" component="fieldset" m={0} aria-label={value.name}>
      <Stack gap="xs">
        <Group gap="sm" align="flex-start">
          <TextInput
            label={t('common.name')}
            value={name}
            onChange={(event) => rename(event.currentTarget.value)}
            error={problem}
            style={{ flex: '2 1 130px' }}
            required
          />
          <NativeSelect
            label={t('agentSettings.parameters.type')}
            data={parameterTypes.map((one) => ({ value: one, label: t(typeLabels[one]) }))}
            value={type}
            onChange={(event) => onChange({ ...value, type: event.currentTarget.value as ParameterType })}
            style={{ flex: '1 1 110px' }}
          />
          <PlaceSelect {...props} />
        </Group>
        <TextInput
          label={t('common.description')}
          description={t('agentSettings.parameters.descriptionHint')}
          value={value.description}
          onChange={(event) => onChange({ ...value, description: event.currentTarget.value })}
        />
        <Group gap="sm" align="flex-end">
          {type !== 'boolean' && (
            <TagsInput
              label={t('agentSettings.parameters.choices')}
              value={value.choices}
              onChange={(choices) =>
                onChange({ ...value, choices: choices.filter((choice) => isValueOf(choice, type)) })
              }
              style={{ flex: '2 1 160px' }}
            />
          )}
          <TextInput
            label={t('agentSettings.parameters.default')}
            value={defaultText}
            onChange={(event) => {
              const text = event.currentTarget.value;
              const isValid = isValueOf(text, type);
              setTypedDefault(isValid ? undefined : text);
              if (isValid) onChange({ ...value, defaultText: text });
            }}
            error={!isValueOf(defaultText, type) && t('agentSettings.parameters.invalidDefault')}
            style={{ flex: '1 1 120px' }}
          />
        </Group>
        <Group justify="space-between">
          <Checkbox
            label={t('agentSettings.parameters.required')}
            checked={value.isRequired}
            onChange={(event) => onChange({ ...value, isRequired: event.currentTarget.checked })}
          />
          {remove}
        </Group>
      </Stack>
    </Paper>
  );
};
