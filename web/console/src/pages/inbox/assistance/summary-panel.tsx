import { Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { CopyIcon } from '../../../components/copy-field.tsx';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import classes from './assistance.module.css';
import { AssistancePanel } from './assistance-panel.tsx';
import { operatorLanguage } from './use-assistance.ts';
import { useWriting } from './use-writing.ts';

interface SummaryPanelProps {
  session: InboxSession;
  /** The model cannot write, so the summary consists of sentences of the conversation. */
  isExtract: boolean;
  onClose(): void;
}

/** A summary of the conversation in the language of the operator. Opening the panel starts it. */
export const SummaryPanel = ({ session, isExtract, onClose }: SummaryPanelProps) => {
  const workspace = useWorkspace();
  const writing = useWriting();
  const path = at(workspace.api, '/inbox/sessions/{sessionId}/summary', { sessionId: session.id });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the panel opens
  useEffect(() => {
    void writing.start((onEvent, signal) =>
      api.postForEvents(path, { language: operatorLanguage() }, onEvent, { signal }),
    );
  }, [path]);
  return (
    <AssistancePanel
      title={t('inboxAssist.summary.title')}
      writing={writing}
      nothingFound={t('inboxAssist.summary.nothing')}
      onClose={onClose}
    >
      {isExtract && (
        <Text size="xs" c="dimmed">
          {t('inboxAssist.summary.extract')}
        </Text>
      )}
      {writing.text !== '' && (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
          <section className={classes.text} tabIndex={0} aria-label={t('inboxAssist.summary.text')}>
            {writing.text}
          </section>
          <CopyIcon value={writing.text} label={t('inboxAssist.summary.copy')} />
        </Group>
      )}
    </AssistancePanel>
  );
};
