import { Text } from '@mantine/core';
import { Markdown } from '../../components/markdown.tsx';
import { t } from '../../messages/translate.ts';
import classes from './exchange.module.css';

/** A message of a person of the human service. */
export const PersonReply = ({ text }: { text: string }) => (
  <div className={classes.answer}>
    <Text size="xs" fw={600}>
      {t('tryIt.handoff.person')}
    </Text>
    <Markdown text={text} />
  </div>
);
