import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import type { Chunk, KnowledgeDocument } from '../../../api/generated.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LimitedTextarea } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import type { ChunkEdits } from './use-chunk-edits.ts';

interface ChunkDialogProps {
  document: KnowledgeDocument;
  /** undefined to add a chunk. */
  chunk: Chunk | undefined;
  save: ChunkEdits['save'];
  onClose(): void;
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Edits or adds a chunk, or a pair of questions and answer. */
export const ChunkDialog = ({ document, chunk, save, onClose }: ChunkDialogProps) => {
  const isQa = document.kind === 'qa';
  const [content, setContent] = useState(chunk?.content ?? '');
  const [questions, setQuestions] = useState(chunk?.questions.join('\n') ?? '');
  const [keywords, setKeywords] = useState(chunk?.keywords ?? []);
  const input = { content, keywords, ...(isQa ? { questions: linesOf(questions) } : {}) };
  const titles = isQa
    ? ([t('knowledge.qa.addPair'), t('knowledge.qa.editPair')] as const)
    : ([t('knowledge.chunk.add'), t('knowledge.chunk.editTitle')] as const);
  return (
    <FormDialog
      title={chunk ? titles[1] : titles[0]}
      action={t('common.save')}
      change={{ ...save, mutate: () => save.mutate({ chunk, input }, { onSuccess: onClose }) }}
      isReady={content.trim() !== '' && (!isQa || linesOf(questions).length > 0)}
      size="lg"
      onClose={onClose}
    >
      {isQa && (
        <LimitedTextarea
          label={t('knowledge.qa.questions')}
          description={t('knowledge.qa.questionsHint')}
          value={questions}
          onChange={(event) => setQuestions(event.currentTarget.value)}
          limit={20_000}
          autosize
          minRows={2}
          maxRows={8}
          required
          data-autofocus
        />
      )}
      <LimitedTextarea
        label={isQa ? t('knowledge.qa.answer') : t('knowledge.chunk.text')}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        limit={10_000}
        autosize
        minRows={6}
        maxRows={18}
        required
        {...(isQa ? {} : { 'data-autofocus': true })}
      />
      <TagsInput
        label={t('knowledge.chunk.keywords')}
        description={t('knowledge.chunk.keywordsHint')}
        value={keywords}
        onChange={setKeywords}
        maxTags={20}
        acceptValueOnBlur
      />
    </FormDialog>
  );
};
