import { Badge, Button, SegmentedControl } from '@mantine/core';
import { IconColumns, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { t } from '../../messages/translate.ts';
import { useAgent } from '../../session/use-agent.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { SettingsForm, useSettingsForm } from '../agent-settings/settings-form.tsx';
import { DraftState } from '../versions/draft-state.tsx';
import { Chat } from './chat.tsx';
import { FlowPanel } from './flow-panel.tsx';
import { PromptPanel } from './prompt-panel.tsx';
import { StartTestHandoff, TestHandoffNotice } from './test-handoff.tsx';
import { TracePanel } from './trace-panel.tsx';
import classes from './try-it.module.css';
import { useTestHandoff } from './use-test-handoff.ts';
import { useTrials } from './use-trials.ts';

const Workbench = () => {
  const { saved, unsaved } = useSettingsForm();
  const { can, href } = useAgentScope();
  const { trials, send, stop, startOver, isRunning } = useTrials();
  const [chosen, setChosen] = useState<number>();
  const conversationId = trials.findLast((trial) => trial.conversationId !== undefined)?.conversationId;
  const handoff = useTestHandoff(conversationId, trials.length);
  const isFlow = saved.kind === 'flow';
  const [usesDraft, setUsesDraft] = useState(isFlow);
  const [usesPublished, setUsesPublished] = useState(false);
  const shown = trials[chosen ?? trials.length - 1];
  return (
    <>
      <PageHeader
        title={t('tryIt.title', { name: saved.name })}
        description={isFlow ? t('tryIt.flow.description') : t('tryIt.description')}
      >
        {unsaved && (
          <Badge color="orange" variant="light" tt="none">
            {t('tryIt.unsaved')}
          </Badge>
        )}
        {saved.settings.humanService.baseUrl !== null && !handoff.session && can('conversation:write') && (
          <StartTestHandoff handoff={handoff} isReady={conversationId !== undefined && !isRunning} />
        )}
        <Button
          component={Link}
          href={`${href}/side-by-side`}
          variant="default"
          leftSection={<IconColumns size={15} aria-hidden />}
        >
          {t('sideBySide.title')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={15} aria-hidden />}
          disabled={trials.length === 0}
          onClick={() => {
            handoff.end();
            startOver();
            setChosen(undefined);
          }}
        >
          {t('tryIt.newConversation')}
        </Button>
      </PageHeader>
      <DraftState agent={saved} />
      {saved.draftVersion !== null && (
        <SegmentedControl
          mb="lg"
          // The labels change their colours at once, as all others, when the colour scheme changes.
          transitionDuration={0}
          aria-label={t('versions.try')}
          value={usesPublished ? 'published' : 'draft'}
          onChange={(value) => setUsesPublished(value === 'published')}
          data={[
            { value: 'draft', label: t('versions.try.draft') },
            { value: 'published', label: t('versions.try.published', { version: saved.publishedVersion }) },
          ]}
        />
      )}
      <div className={classes.bench} data-wide>
        <div className={classes.prompt}>
          {isFlow ? <FlowPanel usesDraft={usesDraft} onUsesDraft={setUsesDraft} /> : <PromptPanel />}
        </div>
        <div className={classes.chat}>
          <Chat
            trials={trials}
            isRunning={isRunning}
            isAllowed={can('agent:write')}
            chosen={chosen ?? trials.length - 1}
            onChoose={setChosen}
            onSend={(text, files) => {
              setChosen(undefined);
              void send({
                text,
                files,
                settings: unsaved,
                draft: isFlow && usesDraft ? true : undefined,
                version: usesPublished && saved.draftVersion !== null ? saved.publishedVersion : undefined,
              });
            }}
            onStop={() => void stop()}
            replies={handoff.replies}
          >
            {handoff.session && <TestHandoffNotice handoff={handoff} />}
          </Chat>
        </div>
        <div className={classes.trace}>
          <TracePanel trial={shown} />
        </div>
      </div>
    </>
  );
};

const TryItPage = () => {
  const agent = useAgent();
  return (
    <ResourceView resource={agent} bars={5}>
      {(data) => (
        <SettingsForm key={data.id} agent={data}>
          <Workbench />
        </SettingsForm>
      )}
    </ResourceView>
  );
};

export default TryItPage;
