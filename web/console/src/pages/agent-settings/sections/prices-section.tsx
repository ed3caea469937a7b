import { SimpleGrid, TextInput } from '@mantine/core';
import type { AgentSettings } from '../../../api/generated.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { useSetting } from '../settings-form.tsx';

const fields: { name: keyof AgentSettings['prices']; label: LabelKey; unit: LabelKey }[] = [
  {
    name: 'textInputPerMillion',
    label: 'agentSettings.prices.textInput',
    unit: 'agentSettings.prices.perMillionTokens',
  },
  {
    name: 'textOutputPerMillion',
    label: 'agentSettings.prices.textOutput',
    unit: 'agentSettings.prices.perMillionTokens',
  },
  {
    name: 'audioInputPerMillion',
    label: 'agentSettings.prices.audioInput',
    unit: 'agentSettings.prices.perMillionTokens',
  },
  {
    name: 'audioOutputPerMillion',
    label: 'agentSettings.prices.audioOutput',
    unit: 'agentSettings.prices.perMillionTokens',
  },
  {
    name: 'indexingPerMillion',
    label: 'agentSettings.prices.indexing',
    unit: 'agentSettings.prices.perMillionTokens',
  },
  {
    name: 'rerankPerMillion',
    label: 'agentSettings.prices.rerank',
    unit: 'agentSettings.prices.perMillionTokens',
  },
  {
    name: 'toolCallPerThousand',
    label: 'agentSettings.prices.toolCalls',
    unit: 'agentSettings.prices.perThousandCalls',
  },
  {
    name: 'tableCallPerThousand',
    label: 'agentSettings.prices.tableCalls',
    unit: 'agentSettings.prices.perThousandCalls',
  },
];

/** Prices are decimal text, so that they are never rounded. */
const isPrice = (text: string): boolean => /^\d{1,9}(\.\d{1,9})?$/.test(text);

export const PricesSection = () => {
  const { value, merge } = useSetting('prices');
  return (
    <FormSection title={t('agentSettings.prices.title')} description={t('agentSettings.prices.description')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {fields.map(({ name, label, unit }) => (
          <TextInput
            key={name}
            label={t(label)}
            description={t(unit)}
            inputMode="decimal"
            value={value[name]}
            onChange={(event) => merge({ [name]: event.currentTarget.value })}
            error={isPrice(value[name]) ? undefined : t('agentSettings.prices.invalid')}
          />
        ))}
      </SimpleGrid>
    </FormSection>
  );
};
