import {
  ActionIcon,
  Fieldset,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Expectation } from '../../api/generated.ts';
import { optionsOf } from '../../lib/label-of.ts';
import { type LabelKey, t } from '../../messages/translate.ts';
import { expectationLabels } from './evaluation-labels.ts';
import { type ExpectationDraft, expectationOf, newDraft } from './expectation-form.ts';

interface ExpectationFieldsProps {
  draft: ExpectationDraft;
  number: number;
  onChange(draft: ExpectationDraft): void;
  onRemove(): void;
}

const valueLabels: Partial<Record<Expectation['type'], LabelKey>> = {
  contains: 'evaluation.field.text',
  'not-contains': 'evaluation.field.text',
  pattern: 'evaluation.field.pattern',
  'json-schema': 'evaluation.field.schema',
  cites: 'evaluation.field.document',
  retrieves: 'evaluation.field.document',
  'calls-tool': 'evaluation.field.tool',
  similar: 'evaluation.field.reference',
  judge: 'evaluation.field.rubric',
};

const longTypes: Expectation['type'][] = ['json-schema', 'similar', 'judge'];

/** The fields of one expectation, by its type. */
export const ExpectationFields = ({ draft, number, onChange, onRemove }: ExpectationFieldsProps) => {
  const { type, value, extra } = draft;
  const label = valueLabels[type];
  const isInvalid = value.trim() !== '' && expectationOf(draft) === undefined;
  const common = label && {
    label: t(label),
    value,
    error: isInvalid && type === 'json-schema' ? t('evaluation.field.invalidJson') : undefined,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...draft, value: event.currentTarget.value }),
  };
  return (
    <Fieldset legend={t('evaluation.case.expectation', { number })} p="sm">
      <Stack gap="xs">
        <Group align="flex-end" wrap="nowrap">
          <NativeSelect
            aria-label={t('evaluation.case.expectation', { number })}
            data={optionsOf(expectationLabels)}
            value={type}
            style={{ flex: 1 }}
            onChange={(event) =>
              onChange({
                ...newDraft(event.currentTarget.value as Expectation['type']),
                key: draft.key,
                value,
                turn: draft.turn,
              })
            }
          />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('evaluation.case.removeExpectation', { number })}
            onClick={onRemove}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
        {common &&
          (longTypes.includes(type) ? (
            <Textarea {...common} autosize minRows={2} maxRows={10} />
          ) : (
            <TextInput {...common} />
          ))}
        {!label && (
          <NativeSelect
            label={t('evaluation.field.expected')}
            data={[
              { value: 'yes', label: t('evaluation.field.yes') },
              { value: 'no', label: t('evaluation.field.no') },
            ]}
            value={draft.isExpected ? 'yes' : 'no'}
            onChange={(event) => onChange({ ...draft, isExpected: event.currentTarget.value === 'yes' })}
          />
        )}
        {type === 'retrieves' && (
          <NumberInput
            label={t('evaluation.field.topK')}
            min={1}
            max={50}
            allowDecimal={false}
            value={extra}
            onChange={(top) => onChange({ ...draft, extra: String(top) })}
          />
        )}
        {type === 'calls-tool' && (
          <TextInput
            label={t('evaluation.field.arguments')}
            value={extra}
            error={isInvalid ? t('evaluation.field.invalidJson') : undefined}
            onChange={(event) => onChange({ ...draft, extra: event.currentTarget.value })}
          />
        )}
        {type === 'similar' && (
          <NumberInput
            label={t('evaluation.field.threshold')}
            min={0}
            max={1}
            step={0.05}
            value={draft.threshold}
            onChange={(threshold) => onChange({ ...draft, threshold: Number(threshold) })}
          />
        )}
      </Stack>
    </Fieldset>
  );
};
