import { NumberInput, SimpleGrid, TextInput } from '@mantine/core';

/** How documents are cut; what is left out is as the service has it. */
export interface Cutting {
  chunkTokens?: number;
  splitter?: string;
  headerRows?: number;
}

interface CuttingOptionsProps {
  value: Cutting;
  onChange(value: Cutting): void;
}

const numberOf = (value: string | number): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** What is written for a line break or a tab in a field of one line. */
const escapes: [shown: string, meant: string][] = [
  ['\\n', '\n'],
  ['\\t', '\t'],
];

const toShown = (splitter: string): string =>
  escapes.reduce((text, [shown, meant]) => text.replaceAll(meant, shown), splitter);
const toMeant = (text: string): string =>
  escapes.reduce((splitter, [shown, meant]) => splitter.replaceAll(shown, meant), text);

export const CuttingOptions = ({ value, onChange }: CuttingOptionsProps) => (
  <SimpleGrid cols={{ base: 1, sm: 3 }}>
    <NumberInput
      label="Tokens per chunk"
      description="At most; 1 to 1,000"
      placeholder="600"
      min={1}
      max={1000}
      allowDecimal={false}
      value={value.chunkTokens ?? ''}
      onChange={(chunkTokens) => onChange({ ...value, chunkTokens: numberOf(chunkTokens) })}
    />
    <TextInput
      label="Cut texts exactly at"
      description="\n stands for a new line"
      placeholder="---"
      maxLength={1000}
      value={toShown(value.splitter ?? '')}
      onChange={(event) => onChange({ ...value, splitter: toMeant(event.currentTarget.value) || undefined })}
    />
    <NumberInput
      label="Header rows"
      description="Of each sheet; 1 to 5"
      placeholder="1"
      min={1}
      max={5}
      allowDecimal={false}
      value={value.headerRows ?? ''}
      onChange={(headerRows) => onChange({ ...value, headerRows: numberOf(headerRows) })}
    />
  </SimpleGrid>
);
