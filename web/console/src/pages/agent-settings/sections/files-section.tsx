import { Group, NativeSelect, NumberInput } from '@mantine/core';
import type { RecognitionScheme } from '../../../api/derived-types.ts';
import type { AgentSettings } from '../../../api/generated.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';

type Recognition = AgentSettings['recognition'];

const schemes = [
  { value: 'auto', label: 'The model where it can, else the service' },
  { value: 'system', label: 'Always turned into text by the service' },
  { value: 'model', label: 'Always given to the model' },
];

const kinds = [
  { kind: 'image', size: 'maxImageMb', label: 'Pictures' },
  { kind: 'audio', size: 'maxAudioMb', label: 'Recordings' },
  { kind: 'document', size: 'maxDocumentMb', label: 'Documents' },
] as const satisfies { kind: keyof Recognition; size: keyof Recognition; label: string }[];

export const FilesSection = () => {
  const { value, merge } = useSetting('recognition');
  return (
    <FormSection
      title="Files in messages"
      description="Who reads a picture, a recording or a document that a user sends, and how large it may be. Where the agent has knowledge, a recording is turned into text for the search too, unless it is always given to the model."
    >
      {kinds.map(({ kind, size, label }) => (
        <Group key={kind} align="flex-end" grow preventGrowOverflow={false}>
          <NativeSelect
            label={label}
            data={schemes}
            value={value[kind]}
            onChange={(event) => merge({ [kind]: event.currentTarget.value as RecognitionScheme })}
          />
          <NumberInput
            label={`Largest of ${label.toLowerCase()}`}
            suffix=" MB"
            min={1}
            max={100}
            value={value[size]}
            onChange={(megabytes) => merge({ [size]: numberOrNull(megabytes) ?? 1 })}
          />
        </Group>
      ))}
    </FormSection>
  );
};
