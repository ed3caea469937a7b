import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxAssistance, InboxSession } from '../../../api/generated.ts';
import { CopyIcon } from '../../../components/copy-field.tsx';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { languageName } from '../list/session-entry.tsx';
import classes from './assistance.module.css';
import { AssistancePanel } from './assistance-panel.tsx';
import { longestTranslatedText } from './use-assistance.ts';
import { useWriting } from './use-writing.ts';

const offered =
  'ar,bn,cs,da,de,el,en,es,fa,fi,fr,he,hi,hu,id,it,ja,ko,ms,nb,nl,pl,pt,ro,ru,sv,th,tr,uk,ur,vi,zh-Hans,zh-Hant';

interface TranslationPanelProps {
  session: InboxSession;
  abilities: InboxAssistance;
  /** The draft in the reply box. */
  draft: string;
  onUse(text: string): void;
  onClose(): void;
}

/** Translates the draft. The operator decides whether the translation replaces it. */
export const TranslationPanel = ({ session, abilities, draft, onUse, onClose }: TranslationPanelProps) => {
  const workspace = useWorkspace();
  const writing = useWriting();
  const { userLanguage } = abilities;
  const [language, setLanguage] = useState(userLanguage ?? 'en');
  const languages = [...new Set([language, ...offered.split(',')])];
  const path = at(workspace.api, '/inbox/sessions/{sessionId}/translation', { sessionId: session.id });
  const translate = (): void =>
    void writing.start((onEvent, signal) =>
      api.postForEvents(path, { text: draft, language }, onEvent, { signal }),
    );
  const problem =
    draft.trim() === ''
      ? t('inboxAssist.translate.empty')
      : draft.length > longestTranslatedText &&
        t('inboxAssist.translate.tooLong', { count: longestTranslatedText });
  return (
    <AssistancePanel title={t('inboxAssist.translate.title')} writing={writing} onClose={onClose}>
      <Group gap="xs" align="flex-end" mt={4}>
        <NativeSelect
          size="xs"
          label={t('inboxAssist.translate.language')}
          description={userLanguage === null ? t('inboxAssist.translate.unknownLanguage') : undefined}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value)}
          data={languages.map((value) => ({ value, label: languageName(value) }))}
        />
        <Button size="xs" disabled={problem !== false || writing.state === 'running'} onClick={translate}>
          {t('inboxAssist.translate.action')}
        </Button>
      </Group>
      {problem && (
        <Text size="sm" c="dimmed" mt={4}>
          {problem}
        </Text>
      )}
      {writing.text !== '' && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
          <section className={classes.text} tabIndex={0} aria-label={t('inboxAssist.translate.result')}>
            {writing.text}
          </section>
          <Group gap="xs" mt={4}>
            <Button
              size="compact-sm"
              disabled={writing.state === 'running'}
              onClick={() => onUse(writing.text)}
            >
              {t('inboxAssist.translate.use')}
            </Button>
            <CopyIcon value={writing.text} />
          </Group>
        </>
      )}
    </AssistancePanel>
  );
};
