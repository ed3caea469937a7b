import { Button, Group, Text } from '@mantine/core';
import { IconQuote } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../messages/translate.ts';
import classes from './assistance.module.css';
import { PassageLinks } from './passage-links.tsx';
import type { Passage } from './use-writing.ts';

/** The passages that the model got for a draft. A click on one shows its text. */
export const UsedPassages = ({ passages }: { passages: readonly Passage[] }) => {
  const [openId, setOpenId] = useState<string>();
  const open = passages.find(({ chunkId }) => chunkId === openId);
  if (passages.length === 0)
    return (
      <Text size="sm" c="dimmed" mt={4}>
        {t('inboxAssist.suggest.noPassages')}
      </Text>
    );
  return (
    <>
      <Text size="xs" c="dimmed" mt={4}>
        {t('inboxAssist.suggest.passages')}
      </Text>
      <Group gap={6} mt={4} role="group" aria-label={t('inboxAssist.suggest.passages')}>
        {passages.map(({ chunkId, documentName }, index) => (
          <Button
            key={chunkId}
            size="compact-xs"
            variant={chunkId === openId ? 'light' : 'default'}
            leftSection={<IconQuote size={13} aria-hidden />}
            aria-expanded={chunkId === openId}
            onClick={() => setOpenId(chunkId === openId ? undefined : chunkId)}
          >
            <span className={classes.source}>
              {index + 1}. {documentName}
            </span>
          </Button>
        ))}
      </Group>
      {open && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
          <section className={classes.text} tabIndex={0} aria-label={open.documentName}>
            {open.content}
          </section>
          <PassageLinks {...open} />
        </>
      )}
    </>
  );
};
