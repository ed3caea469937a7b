import { Checkbox, Group, PasswordInput, TextInput } from '@mantine/core';
import { t } from '../../../messages/translate.ts';
import type { SourceForm } from './source-form.ts';
import { hasCredentials, isFileKind } from './source-labels.ts';

export interface FieldsProps {
  form: SourceForm;
  onChange(change: Partial<SourceForm>): void;
}

const urlExample = 'https://example.com/docs/';

const UrlField = ({ form, onChange }: FieldsProps) => (
  <TextInput
    label={t('sources.form.url')}
    description={
      form.kind === 'site'
        ? t('sources.form.siteHint')
        : form.kind === 'feed'
          ? t('sources.form.feedHint')
          : t('sources.form.pageHint')
    }
    placeholder={urlExample}
    type="url"
    value={form.url}
    onChange={(event) => onChange({ url: event.currentTarget.value })}
    maxLength={2048}
    required
    data-autofocus
  />
);

const FolderField = ({ form, onChange, folders }: FieldsProps & { folders: readonly string[] }) => (
  <TextInput
    label={t('sources.form.folder')}
    description={t('sources.form.folderHint', { folders: folders.join(', ') })}
    placeholder={folders[0]}
    value={form.url}
    onChange={(event) => onChange({ url: event.currentTarget.value })}
    maxLength={2048}
    required
    data-autofocus
  />
);

const endpointExample = 'https://s3.eu-central-1.amazonaws.com';
const prefixExample = 'manuals/';
const defaultRegion = 'us-east-1';

const S3Fields = ({ form, onChange }: FieldsProps) => (
  <>
    <TextInput
      label={t('sources.form.endpoint')}
      description={t('sources.form.endpointHint')}
      placeholder={endpointExample}
      type="url"
      value={form.url}
      onChange={(event) => onChange({ url: event.currentTarget.value })}
      maxLength={2048}
      required
      data-autofocus
    />
    <Group grow align="flex-start">
      <TextInput
        label={t('sources.form.bucket')}
        value={form.bucket}
        onChange={(event) => onChange({ bucket: event.currentTarget.value })}
        maxLength={63}
        required
      />
      <TextInput
        label={t('sources.form.region')}
        placeholder={defaultRegion}
        value={form.region}
        onChange={(event) => onChange({ region: event.currentTarget.value })}
        maxLength={40}
      />
    </Group>
    <TextInput
      label={t('sources.form.prefix')}
      description={t('sources.form.prefixHint')}
      placeholder={prefixExample}
      value={form.prefix}
      onChange={(event) => onChange({ prefix: event.currentTarget.value })}
      maxLength={1000}
    />
    <Checkbox
      label={t('sources.form.pathStyle')}
      description={t('sources.form.pathStyleHint')}
      checked={form.isPathStyle}
      onChange={(event) => onChange({ isPathStyle: event.currentTarget.checked })}
    />
  </>
);

/** Stored credentials are never shown. */
const CredentialFields = ({ form, onChange, isStored }: FieldsProps & { isStored: boolean }) => {
  const kept = isStored ? t('sources.form.kept') : undefined;
  return (
    <Group grow align="flex-start">
      <TextInput
        label={t('sources.form.accessKeyId')}
        placeholder={kept}
        value={form.user}
        onChange={(event) => onChange({ user: event.currentTarget.value })}
        maxLength={500}
        autoComplete="off"
      />
      <PasswordInput
        label={t('sources.form.secretAccessKey')}
        placeholder={kept}
        value={form.secret}
        onChange={(event) => onChange({ secret: event.currentTarget.value })}
        maxLength={2000}
        autoComplete="new-password"
      />
    </Group>
  );
};

interface LocationProps extends FieldsProps {
  folders: readonly string[];
  /** Whether credentials are stored already. */
  isStored: boolean;
}

/** Where the content of the source is, by its kind. */
export const LocationFields = ({ folders, isStored, ...fields }: LocationProps) => {
  const { kind } = fields.form;
  return (
    <>
      {kind === 'folder' && <FolderField {...fields} folders={folders} />}
      {kind === 's3' && <S3Fields {...fields} />}
      {!isFileKind(kind) && <UrlField {...fields} />}
      {hasCredentials(kind) && <CredentialFields {...fields} isStored={isStored} />}
    </>
  );
};
