import { TextInput } from '@mantine/core';
import { t } from '../../../messages/translate.ts';
import type { SourceForm } from './source-form.ts';

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

/** Where the content of the source is, by its kind. */
export const LocationFields = ({ folders, ...fields }: FieldsProps & { folders: readonly string[] }) =>
  fields.form.kind === 'folder' ? <FolderField {...fields} folders={folders} /> : <UrlField {...fields} />;
