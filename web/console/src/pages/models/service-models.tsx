import { Code, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import type { ConfiguredModel, ServiceModels as Models } from '../../api/generated.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';

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
      <Title order={3}>{title}</Title>
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

const describeReranker = ({ version: name, address, key }: Models['rerankers'][number]): string => {
  if (!address) return name;
  return key
    ? t('models.rerankers.atWithKey', { name, address, key })
    : t('models.rerankers.at', { name, address });
};

const Rerankers = ({ rerankers }: Pick<Models, 'rerankers'>) => (
  <Paper p="lg">
    <Title order={3} mb="xs">
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

/** What environment variables set for the whole service. It cannot be changed here. */
export const ServiceModels = ({ model, embedding, transcription, synthesis, rerankers }: Models) => (
  <section>
    <Title order={2}>{t('models.service')}</Title>
    <Text size="sm" c="dimmed" mb="sm">
      {t('models.service.text')}
    </Text>
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
    </SimpleGrid>
  </section>
);
