import { Input, NativeSelect, Paper, Slider, Stack, Switch } from '@mantine/core';
import { at } from '../../../api/address.ts';
import { useResource } from '../../../api/use-resource.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import type { RetrievalOptions } from './retrieval-options.ts';

interface OptionPanelProps {
  /** "A" and "B" where two are compared. */
  name: string | undefined;
  value: RetrievalOptions;
  onChange(value: RetrievalOptions): void;
}

const defaultThreshold = 0.3;

/** The sliders of one way to search. */
export const OptionPanel = ({ name, value, onChange }: OptionPanelProps) => {
  const { workspace } = useAgentScope();
  const { data } = useResource(at(workspace.api, '/rerankers'));
  const ready = (data?.items ?? []).filter(({ isSetUp }) => isSetUp);
  const isLost =
    value.rerankVersion !== null && !ready.some(({ version }) => version === value.rerankVersion);
  const set = (part: Partial<RetrievalOptions>): void => onChange({ ...value, ...part });
  const named = (label: string): string => (name === undefined ? label : `${label} of ${name}`);
  return (
    <Paper p="md" component="section" aria-label={named('Settings')}>
      <Stack gap="md">
        <Input.Wrapper
          label={`Meaning or words: ${value.embeddingRate.toFixed(2)}`}
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
            label={(rate) => rate.toFixed(2)}
            thumbLabel={named('Weight of meaning')}
            marks={[
              { value: 0, label: 'words' },
              { value: 1, label: 'meaning' },
            ]}
            mx="xl"
          />
        </Input.Wrapper>
        <Input.Wrapper label={`Passages: ${value.topK}`} labelElement="div">
          <Slider
            mt={4}
            min={1}
            max={50}
            value={value.topK}
            onChange={(topK) => set({ topK })}
            thumbLabel={named('Passages')}
            mx="sm"
          />
        </Input.Wrapper>
        <Input.Wrapper
          label={
            value.minimumScore === null ? 'No lowest score' : `Lowest score: ${value.minimumScore.toFixed(2)}`
          }
          labelElement="div"
        >
          <Switch
            my={6}
            size="xs"
            label="Leave out what scores lower"
            aria-label={named('Leave out what scores lower')}
            checked={value.minimumScore !== null}
            onChange={(event) => set({ minimumScore: event.currentTarget.checked ? defaultThreshold : null })}
          />
          {value.minimumScore !== null && (
            <Slider
              min={0.1}
              max={0.95}
              step={0.05}
              value={value.minimumScore}
              onChange={(minimumScore) => set({ minimumScore })}
              label={(score) => score.toFixed(2)}
              thumbLabel={named('Lowest score')}
              mx="sm"
            />
          )}
        </Input.Wrapper>
        <NativeSelect
          label="Reranker"
          aria-label={named('Reranker')}
          description={ready.length === 0 ? 'None is set up in this service' : undefined}
          data={[
            { value: '', label: 'None' },
            ...ready.map(({ version }) => ({ value: version, label: version })),
            // The agent may name one that this service has lost: it is refused by name, not passed over.
            ...(isLost
              ? [{ value: value.rerankVersion!, label: `${value.rerankVersion} (not set up)` }]
              : []),
          ]}
          value={value.rerankVersion ?? ''}
          onChange={(event) =>
            set({ rerankVersion: (event.currentTarget.value || null) as typeof value.rerankVersion })
          }
        />
      </Stack>
    </Paper>
  );
};
