import { Anchor, Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

interface FormProps {
  roundId: string;
  /** The right answer, if it is known. */
  reference: string;
  onAdded(setId: string): void;
  onClose(): void;
}

const newSet = 'new';

const Form = ({ roundId, reference: known, onAdded, onClose }: FormProps) => {
  const agent = useAgentScope();
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState('');
  const [reference, setReference] = useState(known);
  const [withEarlier, setWithEarlier] = useState(true);
  const path = at(agent.api, '/test-sets');
  const sets = useResource(path);
  const setId = chosen ?? sets.data?.items[0]?.id ?? newSet;
  const isNew = setId === newSet;

  const provideSet = async (): Promise<string> => {
    if (!isNew) return setId;
    const created = await api.post(path, { name: name.trim() });
    // If the case is refused, the next attempt uses this set.
    setChosen(created.id);
    await sets.refetch();
    return created.id;
  };

  const add = useChange(
    async (_none: undefined) => {
      const usedId = await provideSet();
      await api.post(at(path, '/{setId}/cases/from-conversation', { setId: usedId }), {
        roundId,
        withEarlier,
        ...(reference.trim() === '' ? {} : { reference }),
      });
      return usedId;
    },
    {
      changes: [path],
      done: t('evaluation.fromRound.done'),
      quiet: true,
      onDone: (usedId) => {
        onAdded(usedId);
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={t('evaluation.fromRound.title')}
      action={t('evaluation.case.new')}
      change={add}
      isReady={sets.data !== undefined && (!isNew || name.trim() !== '')}
      onClose={onClose}
    >
      <NativeSelect
        label={t('evaluation.fromRound.set')}
        data={[
          ...(sets.data?.items ?? []).map((set) => ({ value: set.id, label: set.name })),
          { value: newSet, label: t('evaluation.set.new') },
        ]}
        value={setId}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {isNew && (
        <TextInput
          label={t('evaluation.fromRound.newName')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          required
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
        maxRows={10}
      />
      <Checkbox
        label={t('evaluation.fromRound.earlier')}
        checked={withEarlier}
        onChange={(event) => setWithEarlier(event.currentTarget.checked)}
      />
    </FormDialog>
  );
};

interface AddToTestSetProps {
  roundId: string;
  /** The answer with which the operator has just corrected this one. */
  corrected: string | undefined;
  /** Whether the button stands out, because the answer was rated as bad. */
  isSuggested: boolean;
}

/** Makes a test case of an answer. */
export const AddToTestSet = ({ roundId, corrected, isSuggested }: AddToTestSetProps) => {
  const { can, href } = useAgentScope();
  const [isOpen, setIsOpen] = useState(false);
  const [addedTo, setAddedTo] = useState<string>();
  if (!can('agent:write')) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant={isSuggested ? 'light' : 'subtle'}
        color={isSuggested ? undefined : 'gray'}
        leftSection={<IconListCheck size={13} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('evaluation.fromRound.button')}
      </Button>
      {addedTo !== undefined && (
        <Anchor component={Link} href={`${href}/test-sets/${addedTo}`} size="xs">
          {t('evaluation.fromRound.open')}
        </Anchor>
      )}
      {isOpen && (
        <Form
          roundId={roundId}
          reference={corrected ?? ''}
          onAdded={setAddedTo}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
};
