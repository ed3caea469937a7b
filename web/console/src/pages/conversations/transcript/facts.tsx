import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ConversationDetail } from '../../../api/generated.ts';
import { CopyIcon } from '../../../components/copy-field.tsx';
import { Markdown } from '../../../components/markdown.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { channelName } from '../../../lib/channel-labels.ts';
import { formatCredits } from '../../../lib/format-credits.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { t } from '../../../messages/translate.ts';
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
  const { id, channel, platform, rounds, credits, createdAt, recentChatAt, deletedByUserAt, summary } =
    conversation;
  return (
    <Paper p="md">
      <Title order={2} mb="xs">
        {t('common.conversation')}
      </Title>
      <dl className={classes.facts}>
        <Fact name={t('common.channel')}>{channelName(channel, platform)}</Fact>
        <Fact name={t('conversations.facts.rounds')}>{formatNumber(rounds)}</Fact>
        <Fact name={t('common.credits')}>{formatCredits(credits)}</Fact>
        <Fact name={t('conversations.facts.started')}>
          <TimeText time={createdAt} />
        </Fact>
        <Fact name={t('conversations.facts.lastMessage')}>
          <TimeText time={recentChatAt} />
        </Fact>
        {deletedByUserAt && (
          <Fact name={t('conversations.deletedByUser')}>
            <TimeText time={deletedByUserAt} />
          </Fact>
        )}
        <Fact name={t('conversations.facts.id')}>
          …{id.slice(-8)} <CopyIcon value={id} label={t('conversations.facts.copyId')} />
        </Fact>
      </dl>
      {summary && (
        <>
          <Text size="xs" c="dimmed" mt="sm">
            {t('conversations.facts.summary')}
          </Text>
          <Markdown text={summary} />
        </>
      )}
    </Paper>
  );
};
