import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Agent, TestRun, TestSet } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { formatCredits } from '../../lib/format-credits.ts';
import { t } from '../../messages/translate.ts';
import { useAgent } from '../../session/use-agent.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

interface StartRunDialogProps {
  set: TestSet;
  onClose(): void;
  onStarted(run: TestRun): void;
}

/** Enough to choose from. Older versions can be tested through the API. */
const mostVersions = 50;

/** The choices of a run: the draft, the version in use, and stored versions. */
const useVersionChoices = (agent: Agent | undefined) => {
  const scope = useAgentScope();
  const stored = useResource(at(scope.api, '/versions'), { query: { page: 1, pageSize: mostVersions } });
  if (!agent) return [];
  // A flow has a draft of its own, which is part of the tested draft.
  const hasDraft = agent.draftVersion !== null || agent.kind === 'flow';
  const { publishedVersion, draftVersion } = agent;
  return [
    ...(hasDraft ? [{ value: 'draft', label: t('versions.draft') }] : []),
    {
      value: String(publishedVersion),
      label: t('versions.try.published', { version: publishedVersion }),
    },
    ...(stored.data?.items ?? [])
      .filter(({ version }) => version !== publishedVersion && version !== draftVersion)
      .map(({ version, note }) => ({
        value: String(version),
        label:
          note === ''
            ? t('versions.version', { version })
            : t('versions.versionNoted', { version, note: note.slice(0, 60) }),
      })),
  ];
};

/** Asks which version is tested, and shows the estimated cost. */
export const StartRunDialog = ({ set, onClose, onStarted }: StartRunDialogProps) => {
  const scope = useAgentScope();
  const agent = useAgent();
  const choices = useVersionChoices(agent.data);
  const [chosen, setChosen] = useState<string>();
  const tested = chosen ?? choices[0]?.value;
  const sets = at(scope.api, '/test-sets');
  const own = at(sets, '/{setId}', { setId: set.id });
  const estimate = useResource(at(own, '/estimate'));
  const start = useChange(
    (_none: undefined) =>
      api.post(at(own, '/runs'), tested === 'draft' ? { draft: true } : { version: Number(tested) }),
    { changes: [sets], quiet: true, onDone: onStarted },
  );
  return (
    <FormDialog
      title={t('evaluation.run.startTitle')}
      action={t('evaluation.run.start')}
      change={start}
      isReady={tested !== undefined}
      onClose={onClose}
    >
      <NativeSelect
        label={t('evaluation.run.version')}
        description={agent.data?.kind === 'flow' ? t('evaluation.run.flowHint') : undefined}
        data={choices}
        value={tested}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {estimate.data && (
        <Text>
          {t(estimate.data.basis === 'prices' ? 'evaluation.run.estimateMost' : 'evaluation.run.estimate', {
            attempts: estimate.data.attempts,
            credits: formatCredits(estimate.data.credits),
          })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('evaluation.run.realTools')}
      </Text>
    </FormDialog>
  );
};
