import { Checkbox, Group, NumberInput, Spoiler, Stack } from '@mantine/core';
import type { ModelConfig, Takes } from '../../../api/derived-types.ts';
import { HeaderRows } from '../../../components/header-rows.tsx';

const kinds: { kind: keyof Takes; label: string }[] = [
  { kind: 'image', label: 'Pictures' },
  { kind: 'audio', label: 'Audio' },
  { kind: 'document', label: 'Documents' },
];

interface ModelExtrasProps {
  value: ModelConfig;
  onChange(part: Partial<ModelConfig>): void;
}

/** What most people never need: files the model reads itself, its time to the first token, headers for gateways. */
export const ModelExtras = ({ value, onChange }: ModelExtrasProps) => (
  <Spoiler maxHeight={0} showLabel="More: files it reads, time-out, headers" hideLabel="Less">
    <Stack gap="sm" pt="xs">
      <Checkbox.Group
        label="Files the model reads itself"
        description="Others are turned into text by the service first"
        value={kinds.filter(({ kind }) => value.takes?.[kind]).map(({ kind }) => kind)}
        onChange={(chosen) =>
          onChange({ takes: Object.fromEntries(kinds.map(({ kind }) => [kind, chosen.includes(kind)])) })
        }
      >
        <Group mt={6}>
          {kinds.map(({ kind, label }) => (
            <Checkbox key={kind} value={kind} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <NumberInput
        label="Time to the first token"
        description="Milliseconds; empty: as in the agent's limits"
        min={100}
        max={3_600_000}
        value={value.firstTokenTimeoutMs ?? ''}
        onChange={(limit) => onChange({ firstTokenTimeoutMs: typeof limit === 'number' ? limit : undefined })}
      />
      <HeaderRows
        label="Headers sent with every call"
        value={value.headers ?? {}}
        onChange={(headers) => onChange({ headers })}
      />
    </Stack>
  </Spoiler>
);
