import { NumberInput, SimpleGrid } from '@mantine/core';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';

/** How documents are divided into chunks. Absent values have the default of the service. */
export interface Chunking {
  chunkTokens?: number;
  splitter?: string;
  headerRows?: number;
}

interface ChunkingOptionsProps {
  value: Chunking;
  onChange(value: Chunking): void;
}

const numberOf = (value: string | number): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** A line break and a tab are typed as escape sequences, because the field has one line. */
const escapes: [escaped: string, character: string][] = [
  ['\\n', '\n'],
  ['\\t', '\t'],
];

const escapeSeparator = (separator: string): string =>
  escapes.reduce((text, [escaped, character]) => text.replaceAll(character, escaped), separator);
const unescapeSeparator = (text: string): string =>
  escapes.reduce((separator, [escaped, character]) => separator.replaceAll(escaped, character), text);

export const ChunkingOptions = ({ value, onChange }: ChunkingOptionsProps) => (
  <SimpleGrid cols={{ base: 1, sm: 3 }}>
    <NumberInput
      label={t('knowledge.chunking.tokens')}
      description={t('knowledge.chunking.tokensHint')}
      placeholder="600"
      min={1}
      max={1000}
      allowDecimal={false}
      value={value.chunkTokens ?? ''}
      onChange={(chunkTokens) => onChange({ ...value, chunkTokens: numberOf(chunkTokens) })}
    />
    <LimitedInput
      label={t('knowledge.chunking.separator')}
      description={t('knowledge.chunking.separatorHint')}
      placeholder="---"
      limit={1000}
      value={escapeSeparator(value.splitter ?? '')}
      onChange={(event) =>
        onChange({ ...value, splitter: unescapeSeparator(event.currentTarget.value) || undefined })
      }
    />
    <NumberInput
      label={t('knowledge.chunking.headerRows')}
      description={t('knowledge.chunking.headerRowsHint')}
      placeholder="1"
      min={1}
      max={5}
      allowDecimal={false}
      value={value.headerRows ?? ''}
      onChange={(headerRows) => onChange({ ...value, headerRows: numberOf(headerRows) })}
    />
  </SimpleGrid>
);
