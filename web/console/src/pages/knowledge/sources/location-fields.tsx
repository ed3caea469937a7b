import { Checkbox, Group, PasswordInput, TextInput, type TextInputProps } from '@mantine/core';
import { t } from '../../../messages/translate.ts';
import type { SourceForm } from './source-form.ts';
import { hasCredentials, isFileKind } from './source-labels.ts';

export interface FieldsProps {
  form: SourceForm;
  onChange(change: Partial<SourceForm>): void;
}

const urlExample = 'https://example.com/docs/';

/** URL or path of the source. Each kind has its own label. */
const LocationInput = ({
  form,
  onChange,
  ...props
}: FieldsProps & Omit<TextInputProps, 'form' | 'onChange'>) => (
  <TextInput
    value={form.url}
    onChange={(event) => onChange({ url: event.currentTarget.value })}
    maxLength={2048}
    required
    data-autofocus
    {...props}
  />
);

const UrlField = ({ form, onChange }: FieldsProps) => (
  <LocationInput
    form={form}
    onChange={onChange}
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
  />
);

const FolderField = ({ form, onChange, folders }: FieldsProps & { folders: readonly string[] }) => (
  <LocationInput
    form={form}
    onChange={onChange}
    label={t('sources.form.folder')}
    description={t('sources.form.folderHint', { folders: folders.join(', ') })}
    placeholder={folders[0]}
  />
);

const endpointExample = 'https://s3.eu-central-1.amazonaws.com';
const prefixExample = 'manuals/';
const defaultRegion = 'us-east-1';

const S3Fields = ({ form, onChange }: FieldsProps) => (
  <>
    <LocationInput
      form={form}
      onChange={onChange}
      label={t('sources.form.endpoint')}
      description={t('sources.form.endpointHint')}
      placeholder={endpointExample}
      type="url"
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

const repositoryExample = 'https://github.com/owner/name.git';
const folderExample = 'docs';
const branchExample = 'main';
const templateExample = 'https://github.com/owner/name/blob/main/{path}';

const GitFields = ({ form, onChange }: FieldsProps) => (
  <>
    <LocationInput
      form={form}
      onChange={onChange}
      label={t('sources.form.repository')}
      description={t('sources.form.repositoryHint')}
      placeholder={repositoryExample}
      type="url"
    />
    <Group grow align="flex-start">
      <TextInput
        label={t('sources.form.branch')}
        description={t('sources.form.branchHint')}
        placeholder={branchExample}
        value={form.branch}
        onChange={(event) => onChange({ branch: event.currentTarget.value })}
        maxLength={250}
      />
      <TextInput
        label={t('sources.form.gitFolder')}
        description={t('sources.form.gitFolderHint')}
        placeholder={folderExample}
        value={form.folder}
        onChange={(event) => onChange({ folder: event.currentTarget.value })}
        maxLength={1000}
      />
    </Group>
    <TextInput
      label={t('sources.form.urlTemplate')}
      description={t('sources.form.urlTemplateHint')}
      placeholder={templateExample}
      value={form.urlTemplate}
      onChange={(event) => onChange({ urlTemplate: event.currentTarget.value })}
      maxLength={1000}
    />
  </>
);

/** Stored credentials are never shown. */
const CredentialFields = ({ form, onChange, isStored }: FieldsProps & { isStored: boolean }) => {
  const kept = isStored ? t('sources.form.kept') : undefined;
  return (
    <Group grow align="flex-start">
      <TextInput
        label={form.kind === 'git' ? t('sources.form.user') : t('sources.form.accessKeyId')}
        placeholder={kept}
        value={form.user}
        onChange={(event) => onChange({ user: event.currentTarget.value })}
        maxLength={500}
        autoComplete="off"
      />
      <PasswordInput
        label={form.kind === 'git' ? t('sources.form.token') : t('sources.form.secretAccessKey')}
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
      {kind === 'git' && <GitFields {...fields} />}
      {!isFileKind(kind) && <UrlField {...fields} />}
      {hasCredentials(kind) && <CredentialFields {...fields} isStored={isStored} />}
    </>
  );
};
