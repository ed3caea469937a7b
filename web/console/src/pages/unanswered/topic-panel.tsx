import { Anchor, Badge, Button, Drawer, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { UnansweredQuestion, UnansweredTopicDetail } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ResourceView } from '../../components/resource-view.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { channelName } from '../../lib/channel-labels.ts';
import { labelOf } from '../../lib/label-of.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { CorrectAnswerButton } from '../corrections/correct-answer-button.tsx';
import { AddQa } from '../knowledge/qa/add-qa.tsx';
import { reasonLabels, statusLabels } from './unanswered-labels.ts';

const Example = ({ example }: { example: UnansweredQuestion }) => {
  const agent = useAgentScope();
  const { roundId, question, answer, reason, comment, channel, createdAt, conversationId } = example;
  return (
    <Paper p="sm" withBorder component="li" style={{ listStyle: 'none' }}>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {question}
      </Text>
      <Text size="sm" mt={4} lineClamp={6} style={{ overflowWrap: 'anywhere' }}>
        {answer}
      </Text>
      {comment !== '' && (
        <Text size="sm" mt={4} fs="italic">
          {t('unanswered.comment', { comment })}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        <Badge variant="light">{labelOf(reasonLabels, reason)}</Badge>
        <Text size="xs" c="dimmed">
          {channelName(channel)}
        </Text>
        <TimeText time={createdAt} size="xs" c="dimmed" />
        <Anchor component={Link} size="sm" href={`${agent.href}/conversations/${conversationId}`}>
          {t('unanswered.openConversation')}
        </Anchor>
        <CorrectAnswerButton question={question} answer={answer} roundId={roundId} />
      </Group>
    </Paper>
  );
};

const Topic = ({ topic, onClose }: { topic: UnansweredTopicDetail; onClose(): void }) => {
  const agent = useAgentScope();
  const [isAdding, setIsAdding] = useState(false);
  const setStatus = useChange(
    (status: UnansweredTopicDetail['status']) =>
      api.put(at(agent.api, '/unanswered/{topicId}/status', { topicId: topic.id }), { status }),
    {
      changes: [at(agent.api, '/unanswered')],
      done: ({ status }) => t('unanswered.statusSet', { status: labelOf(statusLabels, status) }),
    },
  );
  const close = (status: UnansweredTopicDetail['status']): void =>
    setStatus.mutate(status, { onSuccess: onClose });
  return (
    <Stack gap="md">
      <Title order={2} style={{ overflowWrap: 'anywhere' }}>
        {topic.title}
      </Title>
      <Text size="sm" c="dimmed">
        {t('unanswered.askedTimes', { count: topic.total })} {labelOf(statusLabels, topic.status)}
      </Text>
      <Group gap="sm">
        {agent.can('knowledge:write') && (
          <Button onClick={() => setIsAdding(true)}>{t('unanswered.addKnowledge')}</Button>
        )}
        {agent.can('conversation:write') &&
          (topic.status === 'open' ? (
            <>
              <Button variant="default" loading={setStatus.isPending} onClick={() => close('resolved')}>
                {t('unanswered.resolve')}
              </Button>
              <Button variant="default" loading={setStatus.isPending} onClick={() => close('dismissed')}>
                {t('unanswered.dismiss')}
              </Button>
            </>
          ) : (
            <Button variant="default" loading={setStatus.isPending} onClick={() => close('open')}>
              {t('unanswered.reopen')}
            </Button>
          ))}
      </Group>
      <Title order={3}>{t('unanswered.examples')}</Title>
      <Stack gap="sm" component="ul" p={0} m={0}>
        {topic.examples.map((example) => (
          <Example key={example.roundId} example={example} />
        ))}
      </Stack>
      {isAdding && (
        <AddQa
          knowledgeBaseId={undefined}
          question={topic.title}
          onAdded={() => close('resolved')}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Stack>
  );
};

/** The questions of a topic, and what to do about them. */
export const TopicPanel = ({ topicId, onClose }: { topicId: string; onClose(): void }) => {
  const agent = useAgentScope();
  const topic = useResource(at(agent.api, '/unanswered/{topicId}', { topicId }));
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={t('unanswered.topic')}>
      <ResourceView resource={topic}>{(data) => <Topic topic={data} onClose={onClose} />}</ResourceView>
    </Drawer>
  );
};
