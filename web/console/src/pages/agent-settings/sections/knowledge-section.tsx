import {
  Anchor,
  Checkbox,
  Input,
  NativeSelect,
  NumberInput,
  Slider,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { Link } from 'wouter';
import { at } from '../../../api/address.ts';
import { useResource } from '../../../api/use-resource.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';

const Bases = () => {
  const agent = useAgentScope();
  const { value, merge } = useSetting('knowledge');
  const { data } = useResource(at(agent.api, '/knowledge-bases'), {
    query: { pageSize: 100 },
  });
  const bases = data?.items ?? [];
  return (
    <Stack gap="xs">
      <Switch
        label="Search every knowledge base"
        checked={value.groupIds === null}
        onChange={(event) =>
          merge({ groupIds: event.currentTarget.checked ? null : bases.map(({ id }) => id) })
        }
      />
      {value.groupIds !== null && (
        <Checkbox.Group
          label="Only these"
          value={value.groupIds}
          onChange={(groupIds) => merge({ groupIds })}
        >
          <Stack gap={6} mt={6}>
            {bases.map(({ id, name, documents }) => (
              <Checkbox key={id} value={id} label={`${name} (${documents} documents)`} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
};

const RerankerChoice = () => {
  const { workspace } = useAgentScope();
  const { value, merge } = useSetting('knowledge');
  const { data } = useResource(at(workspace.api, '/rerankers'));
  const known = data?.items ?? [];
  return (
    <NativeSelect
      label="Reranker"
      description="A second, slower look at what was found"
      data={[
        { value: '', label: 'None' },
        ...known.map(({ version, isSetUp }) => ({
          value: version,
          label: isSetUp ? version : `${version} (not set up in this service)`,
          disabled: !isSetUp && version !== value.rerankVersion,
        })),
      ]}
      value={value.rerankVersion ?? ''}
      onChange={(event) => merge({ rerankVersion: event.currentTarget.value || null })}
    />
  );
};

export const KnowledgeSection = () => {
  const { value, merge } = useSetting('knowledge');
  const agent = useAgentScope();
  return (
    <FormSection
      title="Knowledge"
      description={
        <>
          How the agent searches what it knows.{' '}
          <Anchor component={Link} href={`${agent.href}/knowledge`} size="sm">
            Try searches on real documents
          </Anchor>
        </>
      }
    >
      <Bases />
      <Input.Wrapper label="Meaning or words" description="0 looks at words only, 1 at meaning only" pb="lg">
        <Slider
          mt="xs"
          mx={36}
          min={0}
          max={1}
          step={0.05}
          value={value.embeddingRate}
          onChange={(embeddingRate) => merge({ embeddingRate })}
          label={(rate) => rate.toFixed(2)}
          thumbLabel="Weight of meaning"
          marks={[
            { value: 0, label: 'words' },
            { value: 0.5, label: 'both' },
            { value: 1, label: 'meaning' },
          ]}
        />
      </Input.Wrapper>
      <NumberInput
        label="Passages per question"
        min={1}
        max={50}
        value={value.topK}
        onChange={(topK) => merge({ topK: numberOrNull(topK) ?? 1 })}
      />
      <NumberInput
        label="Lowest score"
        description="0.1 to 0.95; empty: no threshold"
        min={0.1}
        max={0.95}
        step={0.05}
        value={value.minimumScore ?? ''}
        onChange={(score) => merge({ minimumScore: numberOrNull(score) })}
      />
      <RerankerChoice />
      <Switch
        label="Complete the question from the conversation"
        description={'"And on Sundays?" is searched as what it asks about.'}
        checked={value.rewriteQuery}
        onChange={(event) => merge({ rewriteQuery: event.currentTarget.checked })}
      />
      {value.dataIds !== null && (
        <Text size="sm" c="dimmed">
          Besides, {value.dataIds.length} single documents were chosen over the API.
        </Text>
      )}
    </FormSection>
  );
};
