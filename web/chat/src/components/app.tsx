import { useEffect, useState } from 'preact/hooks';
import { describeProblem } from '../messages/describe-problem.ts';
import { t } from '../messages/translate.ts';
import { Announcer } from './announcer.tsx';
import { Composer } from './composer.tsx';
import { Disclosure } from './disclosure.tsx';
import { Header } from './header.tsx';
import { HistoryDrawer, HistorySide } from './history.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { loadHandoff } from './load-handoff.ts';
import { Log } from './log.tsx';
import { useChatState, usePage } from './page-context.ts';
import { PersonButton } from './person-button.tsx';
import { ProblemBar } from './problem-bar.tsx';
import { useExtra } from './use-extra.ts';
import { useFileDrop } from './use-file-drop.ts';
import { usePendingFiles } from './use-pending-files.ts';

const loadVersion = () => import('./extras/version-bar.tsx').then(({ loadVersionBar }) => loadVersionBar());

const agentGone = new Set([20059, 40378]);

const Refused = () => {
  const { frame } = usePage();
  const { problem } = useChatState();
  return (
    <main class="refused">
      {frame.isFramed && (
        <IconButton
          class="refused-close"
          icon="close"
          label={t('close')}
          onClick={() => frame.tell('close')}
        />
      )}
      <h1>{problem && agentGone.has(problem.code) ? t('gone') : t('refused')}</h1>
      {problem && <p>{describeProblem(problem)}</p>}
    </main>
  );
};

/** Whether the list of conversations fits beside the conversation. */
const useRoom = (): boolean => {
  const [query] = useState(() => matchMedia('(min-width: 64rem)'));
  const [isWide, setWide] = useState(query.matches);
  useEffect(() => {
    const read = (): void => setWide(query.matches);
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, [query]);
  return isWide;
};

const Conversation = () => {
  const { chat, frame } = usePage();
  const { session, conversation } = useChatState();
  const isWide = useRoom();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [isAskingEmail, setAskingEmail] = useState(false);
  // A phrase, the model or a flow requested a person, and the human service needs an e-mail address.
  useEffect(() => {
    if (conversation.status === 'email') setAskingEmail(true);
  }, [conversation.status]);
  const emailForm = useExtra(isAskingEmail, loadHandoff);
  const person = useExtra(conversation.status !== 'agent' && conversation.status !== 'email', loadHandoff);
  const version = useExtra(conversation.viewing !== null, loadVersion);
  const pending = usePendingFiles();
  const drop = useFileDrop(pending.add);

  const askForPerson = (): void => {
    // Outside opening hours the form of the left message asks for it.
    if (session?.features.handoff_needs_email && session.features.handoff_open) setAskingEmail(true);
    else void chat.askForPerson(undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the widget from anywhere in it
    <div
      class="app"
      {...drop.handlers}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) frame.tell('close');
      }}
    >
      {isWide && session && <HistorySide />}
      <main class="chat">
        <Header onHistory={() => setHistoryOpen(true)} onPerson={askForPerson} />
        <Log />
        <div class="foot">
          <ProblemBar />
          {person && <person.PersonBar icon={<Icon name="person" />} />}
          {version && <version.VersionBar />}
          {emailForm && (
            <emailForm.EmailForm
              onDone={() => setAskingEmail(false)}
              onCancel={() => {
                setAskingEmail(false);
                if (conversation.status === 'email') void chat.leavePerson();
              }}
            />
          )}
          <PersonButton class="person-foot" onClick={askForPerson} />
          {!(person && conversation.status === 'message') && <Composer pending={pending} />}
          <Disclosure />
        </div>
        <Announcer />
        {drop.isOver && <div class="drop-hint">{t('dropFiles')}</div>}
      </main>
      {isHistoryOpen && !isWide && <HistoryDrawer onClose={() => setHistoryOpen(false)} />}
    </div>
  );
};

export const App = () => {
  const { phase, user } = useChatState();
  if (phase === 'refused') return <Refused />;
  // A new user gets new components, so that nothing the previous user typed or opened remains.
  return <Conversation key={user} />;
};
