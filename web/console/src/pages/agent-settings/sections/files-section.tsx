import { Group, NativeSelect, NumberInput } from '@mantine/core';
import type { RecognitionScheme } from '../../../api/derived-types.ts';
import type { AgentSettings } from '../../../api/generated.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';

type Recognition = AgentSettings['recognition'];

const schemes: { value: RecognitionScheme; label: LabelKey }[] = [
  { value: 'auto', label: 'agentSettings.files.auto' },
  { value: 'system', label: 'agentSettings.files.system' },
  { value: 'model', label: 'agentSettings.files.model' },
];

const kinds = [
  {
    kind: 'image',
    label: 'agentSettings.files.images',
    maxMb: 'maxImageMb',
    maxLabel: 'agentSettings.files.maxImage',
  },
  {
    kind: 'audio',
    label: 'agentSettings.files.recordings',
    maxMb: 'maxAudioMb',
    maxLabel: 'agentSettings.files.maxRecording',
  },
  {
    kind: 'document',
    label: 'agentSettings.files.documents',
    maxMb: 'maxDocumentMb',
    maxLabel: 'agentSettings.files.maxDocument',
  },
] as const satisfies {
  kind: keyof Recognition;
  label: LabelKey;
  maxMb: keyof Recognition;
  maxLabel: LabelKey;
}[];

export const FilesSection = () => {
  const { value, merge } = useSetting('recognition');
  return (
    <FormSection title={t('agentSettings.files.title')} description={t('agentSettings.files.description')}>
      {kinds.map(({ kind, label, maxMb, maxLabel }) => (
        <Group key={kind} align="flex-end" grow preventGrowOverflow={false}>
          <NativeSelect
            label={t(label)}
            data={schemes.map((scheme) => ({ value: scheme.value, label: t(scheme.label) }))}
            value={value[kind]}
            onChange={(event) => merge({ [kind]: event.currentTarget.value as RecognitionScheme })}
          />
          <NumberInput
            label={t(maxLabel)}
            suffix=" MB"
            min={1}
            max={100}
            value={value[maxMb]}
            onChange={(megabytes) => merge({ [maxMb]: numberOrNull(megabytes) ?? 1 })}
          />
        </Group>
      ))}
    </FormSection>
  );
};
