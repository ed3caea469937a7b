import { SimpleGrid, TextInput } from '@mantine/core';
import type { AgentSettings } from '../../../api/generated.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { useSetting } from '../settings-form.tsx';

const fields: { name: keyof AgentSettings['prices']; label: string; unit: string }[] = [
  { name: 'textInputPerMillion', label: 'Text read', unit: 'a million tokens' },
  { name: 'textOutputPerMillion', label: 'Text written', unit: 'a million tokens' },
  { name: 'audioInputPerMillion', label: 'Audio heard', unit: 'a million tokens' },
  { name: 'audioOutputPerMillion', label: 'Audio spoken', unit: 'a million tokens' },
  { name: 'indexingPerMillion', label: 'Documents indexed', unit: 'a million tokens' },
  { name: 'rerankPerMillion', label: 'Passages reranked', unit: 'a million tokens' },
  { name: 'toolCallPerThousand', label: 'Tool calls', unit: 'a thousand' },
  { name: 'tableCallPerThousand', label: 'Table calls', unit: 'a thousand' },
];

/** As the service reads them: decimal text, never rounded. */
const isPrice = (text: string): boolean => /^\d{1,9}(\.\d{1,9})?$/.test(text);

export const PricesSection = () => {
  const { value, merge } = useSetting('prices');
  return (
    <FormSection
      title="Prices"
      description="In credits. Every round is charged by them, to a billionth of a credit."
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {fields.map(({ name, label, unit }) => (
          <TextInput
            key={name}
            label={label}
            description={`Credits for ${unit}`}
            inputMode="decimal"
            value={value[name]}
            onChange={(event) => merge({ [name]: event.currentTarget.value })}
            error={isPrice(value[name]) ? undefined : 'A number such as 0.25'}
          />
        ))}
      </SimpleGrid>
    </FormSection>
  );
};
