import { Button, Group, Text } from '@mantine/core';
import { IconBook, IconLanguage, IconListDetails, IconSparkles } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { InboxSession } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { AssistancePanel } from './assistance-panel.tsx';
import { KnowledgeDialog } from './knowledge-dialog.tsx';
import { SummaryPanel } from './summary-panel.tsx';
import { TranslationPanel } from './translation-panel.tsx';
import { useAbilities } from './use-assistance.ts';
import { useSuggestion } from './use-suggestion.ts';
import { UsedPassages } from './used-passages.tsx';

type Panel = 'summary' | 'translation';
type Tool = Panel | 'suggestion' | 'search';

const tools = [
  { tool: 'suggestion', label: 'inboxAssist.suggest.action', Icon: IconSparkles },
  { tool: 'summary', label: 'inboxAssist.summary.action', Icon: IconListDetails },
  { tool: 'translation', label: 'inboxAssist.translate.open', Icon: IconLanguage },
  { tool: 'search', label: 'inboxAssist.search.title', Icon: IconBook },
] as const;

/** A closed session has no reply to write. Messages of the user have their own button to translate them. */
const toolsOf = ({ status }: InboxSession) =>
  status === 'closed' ? tools.filter(({ tool }) => tool === 'summary') : tools;

interface AssistanceProps {
  session: InboxSession;
  text: string;
  setText(text: string): void;
  /** Replaces the selection in the reply box and puts the focus there. */
  insert(text: string): void;
  isSending: boolean;
}

/** Tools of the reply box that use the agent's model and knowledge. Nothing they write is sent by itself. */
const Assistance = ({ session, text, setText, insert, isSending }: AssistanceProps) => {
  const abilities = useAbilities(session);
  const suggestion = useSuggestion({ session, text, setText, isSending });
  const [open, setOpen] = useState<Panel>();
  const [isSearching, setIsSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  const close = (): void => setOpen(undefined);
  const isSuggesting = suggestion.state === 'running';
  const suggest = (): void => {
    if (isSuggesting || isSending) return;
    close();
    suggestion.suggest();
  };
  const show = (panel: Panel): void => {
    // Small screens have room for one panel. A text that is being written keeps its button to cancel.
    if (!isSuggesting) suggestion.clear();
    setOpen(panel === open ? undefined : panel);
  };
  const choose = (tool: Tool): void => {
    if (tool === 'suggestion') suggest();
    else if (tool === 'search') setIsSearching(true);
    else show(tool);
  };
  const isWritten = suggestion.state === 'done' && suggestion.isFound;
  return (
    <>
      {suggestion.state !== 'idle' && (
        <AssistancePanel
          title={t('inboxAssist.suggest.title')}
          writing={suggestion}
          nothingFound={t('inboxAssist.suggest.nothing')}
          onClose={suggestion.clear}
        >
          {isWritten && <Text size="sm">{t('inboxAssist.suggest.done')}</Text>}
          {(isWritten || suggestion.passages.length > 0) && <UsedPassages passages={suggestion.passages} />}
        </AssistancePanel>
      )}
      {open === 'summary' && (
        <SummaryPanel session={session} isExtract={abilities?.summary === 'extract'} onClose={close} />
      )}
      {open === 'translation' && abilities?.canTranslate === true && (
        <TranslationPanel
          session={session}
          abilities={abilities}
          draft={text}
          onUse={(translation) => {
            setText(translation);
            close();
          }}
          onClose={close}
        />
      )}
      {open === 'translation' && abilities?.canTranslate === false && (
        <AssistancePanel title={t('inboxAssist.translate.title')} onClose={close}>
          <Text size="sm">{t('inboxAssist.translate.cannot')}</Text>
        </AssistancePanel>
      )}
      <Group gap={4} mb={6} role="group" aria-label={t('inboxAssist.tools')}>
        {toolsOf(session).map(({ tool, label, Icon }) => (
          <Button
            key={tool}
            ref={tool === 'search' ? searchButton : undefined}
            size="compact-xs"
            variant={open === tool ? 'light' : 'subtle'}
            aria-expanded={tool === 'summary' || tool === 'translation' ? open === tool : undefined}
            disabled={tool === 'translation' && !abilities}
            leftSection={<Icon size={14} aria-hidden />}
            onClick={() => choose(tool)}
          >
            {t(label)}
          </Button>
        ))}
      </Group>
      {isSearching && (
        <KnowledgeDialog
          firstQuery={session.lastMessage.from === 'user' ? session.lastMessage.text : ''}
          onInsert={(quote) => {
            setIsSearching(false);
            insert(quote);
          }}
          onClose={() => {
            setIsSearching(false);
            searchButton.current?.focus();
          }}
        />
      )}
    </>
  );
};

export default Assistance;
