import { Input, NativeSelect, Paper, Slider, Stack, Switch } from '@mantine/core';
import { at } from '../../../api/address.ts';
import { useResource } from '../../../api/use-resource.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { formatScore } from '../../../lib/format-score.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { ApplyOptions } from './apply-options.tsx';
import type { RetrievalOptions } from './retrieval-options.ts';

interface OptionPanelProps {
  /** "A" or "B" if two settings are compared. */
  name: string | undefined;
  value: RetrievalOptions;
  onChange(value: RetrievalOptions): void;
}

const defaultMinimumScore = 0.3;

/** The retrieval settings to test. */
export const OptionPanel = ({ name, value, onChange }: OptionPanelProps) => {
  const { workspace } = useAgentScope();
  const { data } = useResource(at(workspace.api, '/rerankers'));
  const available = (data?.items ?? []).filter(({ isSetUp }) => isSetUp);
  const isUnavailable =
    value.rerankVersion !== null && !available.some(({ version }) => version === value.rerankVersion);
  const set = (part: Partial<RetrievalOptions>): void => onChange({ ...value, ...part });
  const named = (label: LabelKey): string =>
    name === undefined ? t(label) : t('knowledge.retrieval.ofVariant', { label: t(label), name });
  const valued = (label: LabelKey, shown: string): string =>
    t('knowledge.retrieval.valueOf', { label: t(label), value: shown });
  return (
    <Paper p="md" component="section" aria-label={named('knowledge.retrieval.settings')}>
      <Stack gap="md">
        <Input.Wrapper
          label={valued('knowledge.retrieval.weight', formatScore(value.embeddingRate, 2))}
          labelElement="div"
          pb="md"
        >
          <Slider
            mt={4}
            min={0}
            max={1}
            step={0.05}
            value={value.embeddingRate}
            onChange={(embeddingRate) => set({ embeddingRate })}
            label={(rate) => formatScore(rate, 2)}
            thumbLabel={named('knowledge.retrieval.weight')}
            marks={[
              { value: 0, label: t('knowledge.retrieval.keyword') },
              { value: 1, label: t('knowledge.retrieval.semantic') },
            ]}
            mx="xl"
          />
        </Input.Wrapper>
        <Input.Wrapper
          label={valued('knowledge.retrieval.chunksPerQuestion', formatNumber(value.topK))}
          labelElement="div"
        >
          <Slider
            mt={4}
            min={1}
            max={50}
            value={value.topK}
            onChange={(topK) => set({ topK })}
            thumbLabel={named('knowledge.retrieval.chunksPerQuestion')}
            mx="sm"
          />
        </Input.Wrapper>
        <Input.Wrapper
          label={
            value.minimumScore === null
              ? t('knowledge.retrieval.noMinimumScore')
              : valued('knowledge.retrieval.minimumScore', formatScore(value.minimumScore, 2))
          }
          labelElement="div"
        >
          <Switch
            my={6}
            size="xs"
            label={t('knowledge.retrieval.excludeLower')}
            aria-label={named('knowledge.retrieval.excludeLower')}
            checked={value.minimumScore !== null}
            onChange={(event) =>
              set({ minimumScore: event.currentTarget.checked ? defaultMinimumScore : null })
            }
          />
          {value.minimumScore !== null && (
            <Slider
              min={0.1}
              max={0.95}
              step={0.05}
              value={value.minimumScore}
              onChange={(minimumScore) => set({ minimumScore })}
              label={(score) => formatScore(score, 2)}
              thumbLabel={named('knowledge.retrieval.minimumScore')}
              mx="sm"
            />
          )}
        </Input.Wrapper>
        <NativeSelect
          label={t('knowledge.retrieval.reranker')}
          aria-label={named('knowledge.retrieval.reranker')}
          description={available.length === 0 ? t('knowledge.retrieval.noReranker') : undefined}
          data={[
            { value: '', label: t('knowledge.retrieval.none') },
            ...available.map(({ version }) => ({ value: version, label: version })),
            // Settings of the agent may name a reranker that is no longer set up. The service then returns an error.
            ...(isUnavailable
              ? [
                  {
                    value: value.rerankVersion!,
                    label: t('knowledge.retrieval.rerankerNotSetUp', { version: value.rerankVersion! }),
                  },
                ]
              : []),
          ]}
          value={value.rerankVersion ?? ''}
          onChange={(event) =>
            set({ rerankVersion: (event.currentTarget.value || null) as typeof value.rerankVersion })
          }
        />
        <ApplyOptions options={value} label={named('knowledge.retrieval.apply')} />
      </Stack>
    </Paper>
  );
};
