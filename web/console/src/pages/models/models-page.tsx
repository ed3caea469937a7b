import { Button, Code, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { Fragment } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { ConfiguredModel, ServiceModels } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { ModelTestResult } from './model-test-result.tsx';
import { TestModelServer } from './test-model-server.tsx';

const describeServer = ({ name, address, key }: ConfiguredModel) => {
  const values = { name: <Code>{name}</Code>, address: address ?? '' };
  return key ? rich('models.modelAt', { ...values, key }) : rich('models.modelAtNoKey', values);
};

interface ModelCardProps {
  title: string;
  /** Describes the model that is built into the service. */
  embedded: string;
  /** Environment variables that select a server instead. */
  variables: string[];
  model: ConfiguredModel;
}

const ModelCard = ({ title, embedded, variables, model }: ModelCardProps) => (
  <Paper p="lg">
    <Stack gap="xs">
      <Title order={2}>{title}</Title>
      <div>
        <StatusBadge tone={model.isEmbedded ? 'quiet' : 'good'}>
          {model.isEmbedded ? t('models.builtIn') : t('models.server')}
        </StatusBadge>
      </div>
      {model.isEmbedded ? (
        <Text size="sm">{embedded}</Text>
      ) : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {describeServer(model)}
        </Text>
      )}
      <Text size="xs" c="dimmed" component="div">
        {t('models.setBy')}
        {variables.map((name) => (
          <Fragment key={name}>
            {' '}
            <Code>{name}</Code>
          </Fragment>
        ))}
      </Text>
    </Stack>
  </Paper>
);

/** Examples: each reranker has its own variables. */
const rerankVariables = { url: 'FRONTDESK_RERANK_BGE_URL', folder: 'FRONTDESK_RERANK_BGE_FOLDER' };

const describeReranker = ({ version: name, address, key }: ServiceModels['rerankers'][number]): string => {
  if (!address) return name;
  return key
    ? t('models.rerankers.atWithKey', { name, address, key })
    : t('models.rerankers.at', { name, address });
};

const Rerankers = ({ rerankers }: Pick<ServiceModels, 'rerankers'>) => (
  <Paper p="lg">
    <Title order={2} mb="xs">
      {t('models.rerankers')}
    </Title>
    <Stack gap="xs">
      {rerankers.map((reranker) => (
        <Text key={reranker.version} size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          <StatusBadge tone={reranker.isSetUp ? 'good' : 'quiet'}>
            {reranker.isSetUp ? t('models.rerankers.setUp') : t('models.rerankers.notSetUp')}
          </StatusBadge>{' '}
          {describeReranker(reranker)}
        </Text>
      ))}
      <Text size="xs" c="dimmed" component="div">
        {rich('models.rerankers.hint', {
          url: <Code>{rerankVariables.url}</Code>,
          folder: <Code>{rerankVariables.folder}</Code>,
        })}
      </Text>
    </Stack>
  </Paper>
);

const ModelsPage = () => {
  const workspace = useWorkspace();
  const models = useResource(at(workspace.api, '/models'));
  const test = useChange(() => api.post(at(workspace.api, '/models/test')), { quiet: true });
  return (
    <>
      <PageHeader title={t('shell.page.models')} description={t('models.description')}>
        {workspace.can('agent:write') && (
          <Button
            leftSection={<IconPlugConnected size={16} aria-hidden />}
            loading={test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            {t('models.testDefault')}
          </Button>
        )}
      </PageHeader>
      <Stack gap="lg">
        <ModelTestResult result={test.data} error={test.error} />
        <ResourceView resource={models}>
          {({ model, embedding, transcription, synthesis, rerankers }) => (
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <ModelCard
                title={t('models.chat')}
                model={model}
                embedded={t('models.chat.embedded')}
                variables={['FRONTDESK_MODEL_BASE_URL', 'FRONTDESK_MODEL_NAME', 'FRONTDESK_MODEL_API_KEY']}
              />
              <ModelCard
                title={t('models.embedding')}
                model={embedding}
                embedded={t('models.embedding.embedded')}
                variables={['FRONTDESK_EMBEDDING_BASE_URL', 'FRONTDESK_EMBEDDING_NAME']}
              />
              <ModelCard
                title={t('models.transcription')}
                model={transcription}
                embedded={t('models.transcription.embedded')}
                variables={['FRONTDESK_SPEECH_BASE_URL', 'FRONTDESK_SPEECH_TRANSCRIPTION_NAME']}
              />
              <ModelCard
                title={t('models.synthesis')}
                model={synthesis}
                embedded={t('models.synthesis.embedded')}
                variables={['FRONTDESK_SPEECH_BASE_URL', 'FRONTDESK_SPEECH_SYNTHESIS_NAME']}
              />
              <Rerankers rerankers={rerankers} />
              {workspace.can('agent:write') && <TestModelServer />}
            </SimpleGrid>
          )}
        </ResourceView>
      </Stack>
    </>
  );
};

export default ModelsPage;
