import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconPencilCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Agent } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LimitedTextarea } from '../../components/limited-input.tsx';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { RequiredSets } from '../evaluation/required-sets.tsx';
import { Differences } from './differences.tsx';

/** Shows what users will get, and asks for a note. */
const PublishDialog = ({ agent, onClose }: { agent: Agent; onClose(): void }) => {
  const scope = useAgentScope();
  const [note, setNote] = useState('');
  const publish = useChange(() => api.post(at(scope.api, '/publish'), { version: agent.version, note }), {
    changes: [at(scope.workspace.api, '/agents')],
    done: ({ publishedVersion }) => t('versions.publish.done', { version: publishedVersion }),
    onDone: onClose,
    onFailed: ({ status }) => void (status === 409 && forget(scope.api)),
    quiet: true,
  });
  return (
    <FormDialog
      title={t('versions.publish.title')}
      action={t('versions.publish')}
      size="xl"
      change={publish}
      onClose={onClose}
    >
      <Text size="sm">{t('versions.publish.text')}</Text>
      <Differences from={agent.publishedVersion} to={agent.version} />
      <RequiredSets version={agent.version} />
      <LimitedTextarea
        label={t('versions.note')}
        description={t('versions.note.hint')}
        limit={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
};

/** Says that users do not get the shown settings yet. Nothing without a draft. */
export const DraftState = ({ agent, hasLink = true }: { agent: Agent; hasLink?: boolean }) => {
  const scope = useAgentScope();
  const [dialog, setDialog] = useState<'publish' | 'discard'>();
  if (agent.draftVersion === null) return null;
  const { publishedVersion: version } = agent;
  return (
    <Alert color="orange" icon={<IconPencilCheck aria-hidden />} mb="lg" title={t('versions.draft.title')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {rich('versions.draft.text', {
            version,
            link: (text) =>
              hasLink ? (
                <Anchor component={Link} href={`${scope.href}/versions`} size="sm" underline="always">
                  {text}
                </Anchor>
              ) : (
                text
              ),
          })}
        </Text>
        {scope.can('agent:write') && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => setDialog('discard')}>
              {t('versions.discard')}
            </Button>
            <Button size="compact-sm" onClick={() => setDialog('publish')}>
              {t('versions.publish')}
            </Button>
          </Group>
        )}
      </Group>
      {dialog === 'publish' && <PublishDialog agent={agent} onClose={() => setDialog(undefined)} />}
      <ConfirmDialog
        opened={dialog === 'discard'}
        onClose={() => setDialog(undefined)}
        title={t('versions.discard.title')}
        action={t('versions.discard')}
        onConfirm={async () => {
          await api.post(at(scope.api, '/discard-draft'), { version: agent.version });
          await forget(at(scope.workspace.api, '/agents'));
        }}
      >
        {t('versions.discard.text', { version })}
      </ConfirmDialog>
    </Alert>
  );
};
