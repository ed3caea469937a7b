import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMessage2Check } from '@tabler/icons-react';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { CorrectAnswerDialog } from './correct-answer-dialog.tsx';

interface CorrectAnswerButtonProps {
  question: string;
  answer: string;
  roundId: string;
  /** Whether the button stands out, because the answer was rated as bad. */
  isSuggested?: boolean;
  onSaved?(answer: string): void;
}

/** Opens the dialog for the answer of a round. Not shown to operators who may not change the knowledge. */
export const CorrectAnswerButton = ({ isSuggested = false, ...props }: CorrectAnswerButtonProps) => {
  const agent = useAgentScope();
  const [isOpen, dialog] = useDisclosure();
  if (!agent.can('knowledge:write')) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant={isSuggested ? 'light' : 'subtle'}
        color={isSuggested ? undefined : 'gray'}
        leftSection={<IconMessage2Check size={13} aria-hidden />}
        onClick={dialog.open}
      >
        {t('corrections.correct')}
      </Button>
      {isOpen && <CorrectAnswerDialog {...props} agentId={agent.id} onClose={dialog.close} />}
    </>
  );
};
