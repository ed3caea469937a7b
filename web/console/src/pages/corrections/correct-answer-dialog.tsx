import { Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Correction } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LimitedTextarea } from '../../components/limited-input.tsx';
import { t } from '../../messages/translate.ts';
import { useKnowledgeBases } from '../../session/use-knowledge-bases.ts';
import { AgentScopeContext, agentScope, useAgentScope, useWorkspace } from '../../session/use-workspace.ts';
import { SimilarCorrections } from './similar-corrections.tsx';

interface CorrectAnswerProps {
  question: string;
  /** The answer to correct. */
  answer?: string;
  /** Its round. */
  roundId?: string;
  /** Changes this one instead of creating a new one. */
  correction?: Correction;
  onSaved?(answer: string): void;
  onClose(): void;
}

const Form = (props: CorrectAnswerProps) => {
  const { question: asked, answer: given = '', roundId, correction, onSaved, onClose } = props;
  const agent = useAgentScope();
  const bases = useKnowledgeBases();
  const [changed, setChanged] = useState(correction);
  const [question, setQuestion] = useState(correction?.question ?? asked);
  const [answer, setAnswer] = useState(correction?.answer ?? given);
  const [knowledgeBaseId, setKnowledgeBaseId] = useState(correction?.knowledgeBaseId ?? '');
  const [isEnabled, setIsEnabled] = useState(correction?.enabled ?? true);
  const save = useChange(
    () => {
      const body = { question, answer, knowledgeBaseId: knowledgeBaseId || null, enabled: isEnabled };
      return changed
        ? api.patch(at(agent.api, '/corrections/{correctionId}', { correctionId: changed.id }), body)
        : api.post(at(agent.api, '/corrections'), { ...body, ...(roundId ? { roundId } : {}) });
    },
    {
      changes: [at(agent.api, '/corrections')],
      done: t('corrections.saved'),
      onDone: () => {
        onSaved?.(answer);
        onClose();
      },
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={t(changed ? 'corrections.change' : roundId ? 'corrections.correct' : 'corrections.new')}
      action={t('common.save')}
      change={save}
      isReady={question.trim() !== '' && answer.trim() !== ''}
      size="lg"
      onClose={onClose}
    >
      <LimitedTextarea
        label={t('corrections.question')}
        description={t('corrections.questionHint')}
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
        limit={1000}
        autosize
        minRows={1}
        maxRows={4}
        required
      />
      <LimitedTextarea
        label={t('corrections.answer')}
        description={t('corrections.answerHint')}
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
        limit={10_000}
        autosize
        minRows={4}
        maxRows={14}
        required
        data-autofocus
      />
      <SimilarCorrections
        question={question}
        answer={answer}
        ownId={changed?.id}
        onChoose={(similar) => {
          setChanged(similar);
          setQuestion(similar.question);
          setKnowledgeBaseId(similar.knowledgeBaseId ?? '');
          setIsEnabled(true);
        }}
      />
      {bases.length > 1 && (
        <Select
          label={t('corrections.base')}
          description={t('corrections.baseHint')}
          allowDeselect={false}
          value={knowledgeBaseId}
          onChange={(id) => setKnowledgeBaseId(id ?? '')}
          data={[
            { value: '', label: t('corrections.noBase') },
            ...bases.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {changed && (
        <Switch
          label={t('corrections.enabled')}
          checked={isEnabled}
          onChange={(event) => setIsEnabled(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
};

/** Stores a corrected answer: for the answer of a round, for a question without an answer, or by hand. */
export const CorrectAnswerDialog = ({ agentId, ...props }: CorrectAnswerProps & { agentId: string }) => (
  <AgentScopeContext value={agentScope(useWorkspace(), agentId)}>
    <Form {...props} />
  </AgentScopeContext>
);
