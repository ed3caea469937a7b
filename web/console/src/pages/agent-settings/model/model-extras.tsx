import { Checkbox, Group, NumberInput, Spoiler, Stack } from '@mantine/core';
import type { ModelConfig, Takes } from '../../../api/derived-types.ts';
import { HeaderRows } from '../../../components/header-rows.tsx';
import { type LabelKey, t } from '../../../messages/translate.ts';

const kinds: { kind: keyof Takes; label: LabelKey }[] = [
  { kind: 'image', label: 'agentSettings.model.images' },
  { kind: 'audio', label: 'agentSettings.model.audio' },
  { kind: 'document', label: 'agentSettings.model.documents' },
];

interface ModelExtrasProps {
  value: ModelConfig;
  onChange(part: Partial<ModelConfig>): void;
}

/** Rarely needed settings: file types that the model reads, first token timeout, headers for gateways. */
export const ModelExtras = ({ value, onChange }: ModelExtrasProps) => (
  <Spoiler maxHeight={0} showLabel={t('agentSettings.model.more')} hideLabel={t('agentSettings.model.less')}>
    <Stack gap="sm" pt="xs">
      <Checkbox.Group
        label={t('agentSettings.model.reads')}
        description={t('agentSettings.model.readsHint')}
        value={kinds.filter(({ kind }) => value.takes?.[kind]).map(({ kind }) => kind)}
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
      <NumberInput
        label={t('agentSettings.limits.firstToken')}
        description={t('agentSettings.model.firstTokenHint')}
        min={100}
        max={3_600_000}
        value={value.firstTokenTimeoutMs ?? ''}
        onChange={(limit) => onChange({ firstTokenTimeoutMs: typeof limit === 'number' ? limit : undefined })}
      />
      <HeaderRows
        label={t('agentSettings.model.headers')}
        value={value.headers ?? {}}
        onChange={(headers) => onChange({ headers })}
      />
    </Stack>
  </Spoiler>
);
