import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { TestSet } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { JudgeModelSelect } from './judge-model-select.tsx';

interface SetDialogProps {
  /** Undefined: a new one. */
  set: TestSet | undefined;
  onClose(): void;
  onSaved?(set: TestSet): void;
}

/** Settings of a test set. */
export const SetDialog = ({ set, onClose, onSaved }: SetDialogProps) => {
  const agent = useAgentScope();
  const [name, setName] = useState(set?.name ?? '');
  const [description, setDescription] = useState(set?.description ?? '');
  const [repeats, setRepeats] = useState<number | string>(set?.repeats ?? 1);
  const [schedule, setSchedule] = useState(set?.schedule ?? 'off');
  const [judgeModel, setJudgeModel] = useState(set?.judgeModel ?? null);
  const required = set?.requiredPassRate ?? null;
  const [percent, setPercent] = useState<number | string>(required === null ? '' : required * 100);
  const path = at(agent.api, '/test-sets');
  const save = useChange(
    (_none: undefined) => {
      const body = {
        name,
        description,
        repeats: Number(repeats),
        schedule: schedule.trim(),
        judgeModel,
        requiredPassRate: percent === '' ? null : Number(percent) / 100,
      };
      return set ? api.patch(at(path, '/{setId}', { setId: set.id }), body) : api.post(path, body);
    },
    {
      changes: [path],
      done: t('evaluation.set.saved'),
      quiet: true,
      onDone: (saved) => {
        onClose();
        onSaved?.(saved);
      },
    },
  );
  return (
    <FormDialog
      title={set ? t('evaluation.set.edit') : t('evaluation.set.new')}
      action={t('common.save')}
      change={save}
      isReady={name.trim() !== '' && repeats !== ''}
      onClose={onClose}
    >
      <TextInput
        label={t('evaluation.set.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        required
        data-autofocus
      />
      <Textarea
        label={t('evaluation.set.purpose')}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        maxLength={2000}
        autosize
        minRows={2}
      />
      <NumberInput
        label={t('evaluation.set.repeats')}
        description={t('evaluation.set.repeatsHint')}
        value={repeats}
        onChange={setRepeats}
        min={1}
        max={20}
        allowDecimal={false}
      />
      <JudgeModelSelect model={judgeModel} onChange={setJudgeModel} />
      <TextInput
        label={t('evaluation.set.schedule')}
        description={t('evaluation.set.scheduleHint')}
        value={schedule}
        onChange={(event) => setSchedule(event.currentTarget.value)}
        maxLength={100}
      />
      <NumberInput
        label={t('evaluation.set.required')}
        description={t('evaluation.set.requiredHint')}
        value={percent}
        onChange={setPercent}
        min={0}
        max={100}
      />
    </FormDialog>
  );
};
