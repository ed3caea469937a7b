import { Button, Group, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeSource } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { optionsOf } from '../../../lib/label-of.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { type FieldsProps, LocationFields } from './location-fields.tsx';
import { PreviewTree } from './preview-tree.tsx';
import { formOf, isComplete, locationOf, rulesOf, type SourceForm, settingsOf } from './source-form.ts';
import { editLabels, isFileKind, kindLabels, removalLabels, scheduleLabels } from './source-labels.ts';

const includeExample = '/docs/**';
const excludeExample = '/docs/archive/**';
const includeFilesExample = '**/*.md';
const excludeFilesExample = 'archive/**';

const RuleFields = ({ form, onChange }: FieldsProps) => (
  <>
    <Textarea
      label={t('sources.form.include')}
      description={t('sources.form.patternHint')}
      placeholder={isFileKind(form.kind) ? includeFilesExample : includeExample}
      value={form.include}
      onChange={(event) => onChange({ include: event.currentTarget.value })}
      autosize
      minRows={1}
      maxRows={5}
    />
    <Textarea
      label={t('sources.form.exclude')}
      placeholder={isFileKind(form.kind) ? excludeFilesExample : excludeExample}
      value={form.exclude}
      onChange={(event) => onChange({ exclude: event.currentTarget.value })}
      autosize
      minRows={1}
      maxRows={5}
    />
    <Group grow align="flex-start">
      <NumberInput
        label={isFileKind(form.kind) ? t('sources.form.maxFiles') : t('sources.form.maxPages')}
        value={form.maxPages}
        onChange={(maxPages) => onChange({ maxPages })}
        min={1}
        max={20_000}
        allowDecimal={false}
      />
      {form.kind === 'site' && (
        <NumberInput
          label={t('sources.form.maxDepth')}
          value={form.maxDepth}
          onChange={(maxDepth) => onChange({ maxDepth })}
          min={0}
          max={20}
          allowDecimal={false}
        />
      )}
      {isFileKind(form.kind) && (
        <NumberInput
          label={t('sources.form.maxTotalMb')}
          value={form.maxTotalMb}
          onChange={(maxTotalMb) => onChange({ maxTotalMb })}
          min={1}
          max={20_000}
          allowDecimal={false}
        />
      )}
    </Group>
  </>
);

const SyncFields = ({ form, onChange }: FieldsProps) => (
  <>
    <Group grow align="flex-start">
      <NativeSelect
        label={t('sources.form.schedule')}
        data={[...optionsOf(scheduleLabels), { value: 'cron', label: t('sources.schedule.cron') }]}
        value={form.schedule}
        onChange={(event) => onChange({ schedule: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('sources.form.removal')}
        data={optionsOf(removalLabels)}
        value={form.removal}
        onChange={(event) => onChange({ removal: event.currentTarget.value as SourceForm['removal'] })}
      />
    </Group>
    {form.schedule === 'cron' && (
      <TextInput
        label={t('sources.form.cron')}
        description={t('sources.form.cronHint')}
        value={form.cron}
        onChange={(event) => onChange({ cron: event.currentTarget.value })}
        maxLength={100}
      />
    )}
    {form.removal === 'after-grace' && (
      <NumberInput
        label={t('sources.form.graceDays')}
        value={form.graceDays}
        onChange={(graceDays) => onChange({ graceDays })}
        min={1}
        max={365}
        allowDecimal={false}
      />
    )}
    <NativeSelect
      label={t('sources.form.edits')}
      data={optionsOf(editLabels)}
      value={form.edits}
      onChange={(event) => onChange({ edits: event.currentTarget.value as SourceForm['edits'] })}
    />
  </>
);

const Preview = ({ form, sourceId }: { form: SourceForm; sourceId: string | undefined }) => {
  const agent = useAgentScope();
  const preview = useChange(
    (_none: undefined) =>
      api.post(at(agent.api, '/sources/preview'), {
        kind: form.kind,
        ...locationOf(form),
        ...(sourceId === undefined ? {} : { sourceId }),
        rules: rulesOf(form),
      }),
    { quiet: true },
  );
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        loading={preview.isPending}
        disabled={!isComplete(form)}
        onClick={() => preview.mutate(undefined)}
        style={{ alignSelf: 'flex-start' }}
      >
        {isFileKind(form.kind) ? t('sources.preview.files') : t('sources.preview.action')}
      </Button>
      {preview.error && (
        <Text size="sm" c="red.8" role="alert" style={{ overflowWrap: 'anywhere' }}>
          {preview.error.message}
        </Text>
      )}
      {preview.data && !preview.isPending && (
        <PreviewTree preview={preview.data} isOfFiles={isFileKind(form.kind)} />
      )}
    </Stack>
  );
};

interface SourceDialogProps {
  /** undefined to add a source. */
  source: KnowledgeSource | undefined;
  onClose(): void;
  onCreated?(source: KnowledgeSource): void;
}

/** Adds or edits a source. A preview shows the pages or files before they are read. */
export const SourceDialog = ({ source, onClose, onCreated }: SourceDialogProps) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/sources');
  const folders = useResource(at(agent.api, '/source-folders')).data?.folders ?? [];
  const [form, setForm] = useState(() => formOf(source));
  const onChange = (change: Partial<SourceForm>): void => setForm((before) => ({ ...before, ...change }));
  /** A URL is no folder, and the other way around. */
  const chooseKind = (kind: SourceForm['kind']): void =>
    onChange({
      kind,
      ...((kind === 'folder') === (form.kind === 'folder')
        ? {}
        : { url: kind === 'folder' ? (folders[0] ?? '') : '' }),
    });
  const save = useChange(
    () =>
      source
        ? api.patch(at(path, '/{sourceId}', { sourceId: source.id }), settingsOf(form))
        : api.post(path, { ...settingsOf(form), kind: form.kind }),
    {
      changes: [path],
      onDone: (saved) => {
        onClose();
        if (!source) onCreated?.(saved);
      },
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={source ? t('sources.edit.title', { name: source.name }) : t('sources.add.title')}
      action={source ? t('common.save') : t('sources.add.action')}
      change={save}
      isReady={isComplete(form)}
      size="lg"
      onClose={onClose}
    >
      {!source && (
        <NativeSelect
          label={t('sources.form.kind')}
          data={optionsOf(kindLabels).filter(({ value }) => value !== 'folder' || folders.length > 0)}
          value={form.kind}
          onChange={(event) => chooseKind(event.currentTarget.value as SourceForm['kind'])}
        />
      )}
      <LocationFields
        form={form}
        onChange={onChange}
        folders={folders}
        isStored={source?.hasCredentials ?? false}
      />
      <LimitedInput
        label={t('common.name')}
        description={t('sources.form.nameHint')}
        value={form.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        limit={100}
      />
      {form.kind !== 'page' && <RuleFields form={form} onChange={onChange} />}
      <SyncFields form={form} onChange={onChange} />
      <Preview form={form} sourceId={source?.id} />
    </FormDialog>
  );
};
