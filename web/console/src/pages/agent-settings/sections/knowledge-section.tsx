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
import { formatNumber } from '../../../lib/format-number.ts';
import { rich } from '../../../messages/rich.ts';
import { t } from '../../../messages/translate.ts';
import { useKnowledgeBases } from '../../../session/use-knowledge-bases.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';
import { KnowledgeFilter } from './knowledge-filter.tsx';

const scoreRange = { least: 0.1, most: 0.95 };

const KnowledgeBases = () => {
  const { value, merge } = useSetting('knowledge');
  const bases = useKnowledgeBases();
  return (
    <Stack gap="xs">
      <Switch
        label={t('agentSettings.knowledge.all')}
        checked={value.groupIds === null}
        onChange={(event) =>
          merge({ groupIds: event.currentTarget.checked ? null : bases.map(({ id }) => id) })
        }
      />
      {value.groupIds !== null && (
        <Checkbox.Group
          label={t('agentSettings.knowledge.only')}
          value={value.groupIds}
          onChange={(groupIds) => merge({ groupIds })}
        >
          <Stack gap={6} mt={6}>
            {bases.map(({ id, name, documents }) => (
              <Checkbox
                key={id}
                value={id}
                label={t('agentSettings.knowledge.base', { name, count: documents })}
              />
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
      label={t('agentSettings.knowledge.reranker')}
      description={t('agentSettings.knowledge.rerankerHint')}
      data={[
        { value: '', label: t('agentSettings.knowledge.noReranker') },
        ...known.map(({ version, isSetUp }) => ({
          value: version,
          label: isSetUp ? version : t('agentSettings.knowledge.rerankerNotSetUp', { version }),
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
      title={t('shell.page.knowledge')}
      description={rich('agentSettings.knowledge.description', {
        link: (text) => (
          <Anchor component={Link} href={`${agent.href}/knowledge`} size="sm">
            {text}
          </Anchor>
        ),
      })}
    >
      <KnowledgeBases />
      <KnowledgeFilter />
      <Input.Wrapper
        label={t('agentSettings.knowledge.weight')}
        description={t('agentSettings.knowledge.weightHint')}
        pb="lg"
      >
        <Slider
          mt="xs"
          mx={36}
          min={0}
          max={1}
          step={0.05}
          value={value.embeddingRate}
          onChange={(embeddingRate) => merge({ embeddingRate })}
          label={(rate) => formatNumber(rate, { minimumFractionDigits: 2 })}
          thumbLabel={t('agentSettings.knowledge.semanticWeight')}
          marks={[
            { value: 0, label: t('agentSettings.knowledge.keyword') },
            { value: 0.5, label: t('agentSettings.knowledge.balanced') },
            { value: 1, label: t('agentSettings.knowledge.semantic') },
          ]}
        />
      </Input.Wrapper>
      <NumberInput
        label={t('agentSettings.knowledge.chunks')}
        min={1}
        max={50}
        value={value.topK}
        onChange={(topK) => merge({ topK: numberOrNull(topK) ?? 1 })}
      />
      <NumberInput
        label={t('agentSettings.knowledge.minimumScore')}
        description={t('agentSettings.knowledge.minimumScoreHint', scoreRange)}
        min={scoreRange.least}
        max={scoreRange.most}
        step={0.05}
        value={value.minimumScore ?? ''}
        onChange={(score) => merge({ minimumScore: numberOrNull(score) })}
      />
      <RerankerChoice />
      <Switch
        label={t('agentSettings.knowledge.rewrite')}
        description={t('agentSettings.knowledge.rewriteHint')}
        checked={value.rewriteQuery}
        onChange={(event) => merge({ rewriteQuery: event.currentTarget.checked })}
      />
      <Switch
        label={t('agentSettings.knowledge.rewriteWithModel')}
        description={t('agentSettings.knowledge.rewriteWithModelHint')}
        disabled={!value.rewriteQuery}
        checked={value.rewriteQuery && value.rewriteWithModel}
        onChange={(event) => merge({ rewriteWithModel: event.currentTarget.checked })}
      />
      {value.dataIds !== null && (
        <Text size="sm" c="dimmed">
          {t('agentSettings.knowledge.documents', { count: value.dataIds.length })}
        </Text>
      )}
    </FormSection>
  );
};
