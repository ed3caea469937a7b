import { NativeSelect } from '@mantine/core';
import { at } from '../../api/address.ts';
import { useResource } from '../../api/use-resource.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

interface FlowSelectProps {
  /** Empty: the published flow. `draft`, or the number of a version. */
  value: string;
  onChange(value: string): void;
}

const mostVersions = 50;

/** The flow that a column runs. */
export const FlowSelect = ({ value, onChange }: FlowSelectProps) => {
  const { api } = useAgentScope();
  const versions = useResource(at(api, '/flow/versions'), { query: { page: 1, pageSize: mostVersions } });
  return (
    <NativeSelect
      label={t('sideBySide.flowVersion')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('sideBySide.publishedFlow') },
        { value: 'draft', label: t('versions.draft') },
        ...(versions.data?.items ?? []).map(({ version, note }) => ({
          value: String(version),
          label: t('sideBySide.versionNamed', {
            version,
            note: note === '' ? '' : ` · ${note.slice(0, 60)}`,
          }),
        })),
      ]}
    />
  );
};
