import { Button, Checkbox, NativeSelect, Text, Textarea } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

const Form = ({ roundId, onClose }: { roundId: string; onClose(): void }) => {
  const agent = useAgentScope();
  const [chosen, setChosen] = useState<string>();
  const [reference, setReference] = useState('');
  const [withEarlier, setWithEarlier] = useState(true);
  const path = at(agent.api, '/test-sets');
  const sets = useResource(path);
  const setId = chosen ?? sets.data?.items[0]?.id;
  const add = useChange(
    (_none: undefined) =>
      api.post(at(path, '/{setId}/cases/from-conversation', { setId: setId ?? '' }), {
        roundId,
        withEarlier,
        ...(reference.trim() === '' ? {} : { reference }),
      }),
    { changes: [path], done: t('evaluation.fromRound.done'), quiet: true, onDone: onClose },
  );
  return (
    <FormDialog
      title={t('evaluation.fromRound.title')}
      action={t('evaluation.case.new')}
      change={add}
      isReady={setId !== undefined}
      onClose={onClose}
    >
      {sets.data?.items.length === 0 ? (
        <Text size="sm">{t('evaluation.fromRound.noSets')}</Text>
      ) : (
        <NativeSelect
          label={t('evaluation.fromRound.set')}
          data={(sets.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={setId}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <Textarea
        label={t('evaluation.fromRound.reference')}
        description={t('evaluation.fromRound.referenceHint')}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
        maxLength={10_000}
        autosize
        minRows={2}
      />
      <Checkbox
        label={t('evaluation.fromRound.earlier')}
        checked={withEarlier}
        onChange={(event) => setWithEarlier(event.currentTarget.checked)}
      />
    </FormDialog>
  );
};

/** Makes a test case of an answer. */
export const AddToTestSet = ({ roundId }: { roundId: string }) => {
  const { can } = useAgentScope();
  const [isOpen, setIsOpen] = useState(false);
  if (!can('agent:write')) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        leftSection={<IconListCheck size={13} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('evaluation.fromRound.button')}
      </Button>
      {isOpen && <Form roundId={roundId} onClose={() => setIsOpen(false)} />}
    </>
  );
};
