import { Button, Checkbox, Fieldset, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { IconPlugConnected, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import type { Takes } from '../../api/derived-types.ts';
import type { ModelTrial } from '../../api/generated.ts';
import { LimitedInput } from '../../components/limited-input.tsx';
import { type LabelKey, t } from '../../messages/translate.ts';
import { type ModelDraft, newModel } from './connection-draft.ts';
import { ModelTestResult } from './model-test-result.tsx';

const kinds: { kind: keyof Takes; label: LabelKey }[] = [
  { kind: 'image', label: 'agentSettings.model.images' },
  { kind: 'audio', label: 'agentSettings.model.audio' },
  { kind: 'document', label: 'agentSettings.model.documents' },
];

/** Digits with up to nine decimals, as the API accepts them. */
const pricePattern = '\\d{1,9}(\\.\\d{1,9})?';

export interface ModelTestState {
  /** Row whose test was started last. */
  rowId: number | undefined;
  isPending: boolean;
  result: ModelTrial | undefined;
  error: Error | null;
  start(model: ModelDraft): void;
}

interface ModelRowsProps {
  models: ModelDraft[];
  /** Names that the server has reported. */
  names: readonly string[];
  test: ModelTestState;
  onChange(models: ModelDraft[]): void;
}

interface ModelFieldsProps {
  model: ModelDraft;
  listId: string;
  onChange(part: Partial<ModelDraft>): void;
}

const ModelFields = ({ model, listId, onChange }: ModelFieldsProps) => (
  <>
    <LimitedInput
      label={t('agentSettings.model.name')}
      list={listId}
      value={model.name}
      limit={200}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
      autoComplete="off"
      required
    />
    <Group grow align="flex-end" preventGrowOverflow={false}>
      <TextInput
        label={t('models.row.inputPrice')}
        inputMode="decimal"
        pattern={pricePattern}
        title={t('models.row.priceRule')}
        value={model.inputPrice}
        onChange={(event) => onChange({ inputPrice: event.currentTarget.value })}
      />
      <TextInput
        label={t('models.row.outputPrice')}
        inputMode="decimal"
        pattern={pricePattern}
        title={t('models.row.priceRule')}
        value={model.outputPrice}
        onChange={(event) => onChange({ outputPrice: event.currentTarget.value })}
      />
      <NumberInput
        label={t('models.row.context')}
        min={256}
        max={100_000_000}
        allowDecimal={false}
        thousandSeparator
        value={model.contextTokens ?? ''}
        onChange={(tokens) => onChange({ contextTokens: typeof tokens === 'number' ? tokens : null })}
      />
    </Group>
    <Checkbox.Group
      label={t('agentSettings.model.reads')}
      value={kinds.filter(({ kind }) => model.takes?.[kind]).map(({ kind }) => kind)}
      onChange={(chosen) =>
        onChange({ takes: Object.fromEntries(kinds.map(({ kind }) => [kind, chosen.includes(kind)])) })
      }
    >
      <Group mt={6}>
        {kinds.map(({ kind, label }) => (
          <Checkbox key={kind} value={kind} label={t(label)} />
        ))}
      </Group>
    </Checkbox.Group>
  </>
);

/** The models of a connection. */
export const ModelRows = ({ models, names, test, onChange }: ModelRowsProps) => {
  const listId = useId();
  const nextId = Math.max(-1, ...models.map(({ id }) => id)) + 1;
  return (
    <Stack gap="sm">
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {models.map((model, index) => (
        <Fieldset key={model.id} legend={t('models.row.title', { number: index + 1 })}>
          <Stack gap="sm">
            <ModelFields
              model={model}
              listId={listId}
              onChange={(part) =>
                onChange(models.map((one) => (one.id === model.id ? { ...one, ...part } : one)))
              }
            />
            <Group gap="xs">
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlugConnected size={14} aria-hidden />}
                loading={test.isPending && test.rowId === model.id}
                disabled={model.name.trim() === ''}
                onClick={() => test.start(model)}
              >
                {t('agentSettings.testConnection')}
              </Button>
              {models.length > 1 && (
                <Button
                  variant="subtle"
                  color="red"
                  size="xs"
                  leftSection={<IconTrash size={14} aria-hidden />}
                  onClick={() => onChange(models.filter(({ id }) => id !== model.id))}
                >
                  {t('models.row.remove')}
                </Button>
              )}
            </Group>
            {test.rowId === model.id && <ModelTestResult result={test.result} error={test.error} />}
          </Stack>
        </Fieldset>
      ))}
      <div>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...models, newModel(nextId)])}
        >
          {t('models.row.add')}
        </Button>
      </div>
    </Stack>
  );
};
