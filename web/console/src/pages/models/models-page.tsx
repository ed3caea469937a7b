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
import { useWorkspace } from '../../session/use-workspace.ts';
import { TrialResult } from './trial-result.tsx';
import { TryModel } from './try-model.tsx';

interface ModelCardProps {
  title: string;
  /** What the one that comes with the service is and does. */
  embedded: string;
  /** The settings that name a server instead. */
  variables: string[];
  model: ConfiguredModel;
}

const ModelCard = ({ title, embedded, variables, model }: ModelCardProps) => (
  <Paper p="lg">
    <Stack gap="xs">
      <Title order={2}>{title}</Title>
      <div>
        <StatusBadge tone={model.isEmbedded ? 'quiet' : 'good'}>
          {model.isEmbedded ? 'built in' : 'server'}
        </StatusBadge>
      </div>
      {model.isEmbedded ? (
        <Text size="sm">{embedded}</Text>
      ) : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Code>{model.name}</Code> at {model.address}
          {model.key ? `, key ${model.key}` : ', without a key'}
        </Text>
      )}
      <Text size="xs" c="dimmed" component="div">
        Set by
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

const Rerankers = ({ rerankers }: Pick<ServiceModels, 'rerankers'>) => (
  <Paper p="lg">
    <Title order={2} mb="xs">
      Rerankers
    </Title>
    <Stack gap="xs">
      {rerankers.map(({ version, isSetUp, address, key }) => (
        <Text key={version} size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          <StatusBadge tone={isSetUp ? 'good' : 'quiet'}>{isSetUp ? 'set up' : 'not set up'}</StatusBadge>{' '}
          {version}
          {address ? ` at ${address}` : ''}
          {key ? `, key ${key}` : ''}
        </Text>
      ))}
      <Text size="xs" c="dimmed" component="div">
        Each is a rerank server or a folder with a cross-encoder: <Code>FRONTDESK_RERANK_BGE_URL</Code>{' '}
        <Code>FRONTDESK_RERANK_BGE_FOLDER</Code> and alike
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
      <PageHeader
        title="Models"
        description="What the service uses where an agent names nothing else. These are settings of the service, read when it starts; each agent can have a model of its own in its settings."
      >
        {workspace.can('agent:write') && (
          <Button
            leftSection={<IconPlugConnected size={16} aria-hidden />}
            loading={test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            Test the default model
          </Button>
        )}
      </PageHeader>
      <Stack gap="lg">
        <TrialResult trial={test.data} error={test.error} />
        <ResourceView resource={models}>
          {({ model, embedding, transcription, synthesis, rerankers }) => (
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <ModelCard
                title="Answers"
                model={model}
                embedded="The embedded model quotes from documents, tables and the conversation. It needs no key and no network, and writes nothing of its own."
                variables={['FRONTDESK_MODEL_BASE_URL', 'FRONTDESK_MODEL_NAME', 'FRONTDESK_MODEL_API_KEY']}
              />
              <ModelCard
                title="Embeddings"
                model={embedding}
                embedded="all-MiniLM-L6-v2 and bge-small-zh run in the service: good at English and Chinese; elsewhere keywords decide."
                variables={['FRONTDESK_EMBEDDING_BASE_URL', 'FRONTDESK_EMBEDDING_NAME']}
              />
              <ModelCard
                title="Listening"
                model={transcription}
                embedded="A small engine in the service writes down English speech."
                variables={['FRONTDESK_SPEECH_BASE_URL', 'FRONTDESK_SPEECH_TRANSCRIPTION_NAME']}
              />
              <ModelCard
                title="Speaking"
                model={synthesis}
                embedded="A small engine in the service speaks English."
                variables={['FRONTDESK_SPEECH_BASE_URL', 'FRONTDESK_SPEECH_SYNTHESIS_NAME']}
              />
              <Rerankers rerankers={rerankers} />
              {workspace.can('agent:write') && <TryModel />}
            </SimpleGrid>
          )}
        </ResourceView>
      </Stack>
    </>
  );
};

export default ModelsPage;
