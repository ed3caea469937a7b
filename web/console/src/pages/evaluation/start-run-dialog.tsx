import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { TestRun, TestSet } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { formatCredits } from '../../lib/format-credits.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

interface StartRunDialogProps {
  set: TestSet;
  onClose(): void;
  onStarted(run: TestRun): void;
}

/** Shows the estimated cost before a run is started. */
export const StartRunDialog = ({ set, onClose, onStarted }: StartRunDialogProps) => {
  const agent = useAgentScope();
  const [draft, setDraft] = useState(false);
  const sets = at(agent.api, '/test-sets');
  const own = at(sets, '/{setId}', { setId: set.id });
  const estimate = useResource(at(own, '/estimate'));
  const start = useChange((_none: undefined) => api.post(at(own, '/runs'), { draft }), {
    changes: [sets],
    quiet: true,
    onDone: onStarted,
  });
  return (
    <FormDialog
      title={t('evaluation.run.startTitle')}
      action={t('evaluation.run.start')}
      change={start}
      onClose={onClose}
    >
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
      <Checkbox
        label={t('evaluation.run.draft')}
        description={t('evaluation.run.draftHint')}
        checked={draft}
        onChange={(event) => setDraft(event.currentTarget.checked)}
      />
    </FormDialog>
  );
};
