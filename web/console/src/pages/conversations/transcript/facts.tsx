import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ConversationDetail } from '../../../api/generated.ts';
import { CopyIcon } from '../../../components/copy-field.tsx';
import { Markdown } from '../../../components/markdown.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import classes from './side.module.css';

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <Text component="dt" size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" className={classes.value}>
      {children}
    </Text>
  </div>
);

export const Facts = ({ conversation }: { conversation: ConversationDetail }) => {
  const { id, channel, rounds, credits, createdAt, recentChatAt, summary } = conversation;
  return (
    <Paper p="md">
      <Title order={2} mb="xs">
        Conversation
      </Title>
      <dl className={classes.facts}>
        <Fact name="Channel">{channel}</Fact>
        <Fact name="Rounds">{rounds.toLocaleString()}</Fact>
        <Fact name="Credits">{credits}</Fact>
        <Fact name="Began">
          <TimeText time={createdAt} />
        </Fact>
        <Fact name="Last message">
          <TimeText time={recentChatAt} />
        </Fact>
        <Fact name="Id">
          …{id.slice(-8)} <CopyIcon value={id} label="Copy the id" />
        </Fact>
      </dl>
      {summary && (
        <>
          <Text size="xs" c="dimmed" mt="sm">
            What the agent remembers of the beginning
          </Text>
          <Markdown text={summary} />
        </>
      )}
    </Paper>
  );
};
