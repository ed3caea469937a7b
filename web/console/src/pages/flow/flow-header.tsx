import { Button, FileButton, Group, Menu, Text } from '@mantine/core';
import {
  IconDeviceFloppy,
  IconDots,
  IconDownload,
  IconFileImport,
  IconRocket,
  IconTemplate,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Flow } from '../../api/generated.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

interface FlowHeaderProps {
  name: string;
  flow: Flow;
  isReadOnly: boolean;
  isDirty: boolean;
  isSaving: boolean;
  /** There is no saved draft yet. */
  isNew: boolean;
  onSave(): void;
  onPublish(): void;
  onFile(file: File | null): void;
  onExamples(): void;
}

const More = ({ isReadOnly, isNew, onFile, onExamples }: FlowHeaderProps) => {
  const { api: path } = useAgentScope();
  const reset = useRef<() => void>(null);
  return (
    <FileButton accept="application/json,.json" onChange={onFile} resetRef={reset}>
      {({ onClick }) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px="xs" aria-label={t('flow.header.more')}>
              <IconDots size={17} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {!isReadOnly && (
              <>
                <Menu.Item leftSection={<IconTemplate size={15} aria-hidden />} onClick={onExamples}>
                  {t('flow.examples.title')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconFileImport size={15} aria-hidden />}
                  onClick={() => {
                    // Lets the operator choose the same file again after correcting it.
                    reset.current?.();
                    onClick();
                  }}
                >
                  {t('flow.importFile')}
                </Menu.Item>
              </>
            )}
            <Menu.Item
              leftSection={<IconDownload size={15} aria-hidden />}
              component="a"
              href={api.link(at(path, '/flow/export'))}
              download
              disabled={isNew}
            >
              {t('flow.header.export')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </FileButton>
  );
};

export const FlowHeader = (props: FlowHeaderProps) => {
  const { name, flow, isReadOnly, isDirty, isSaving, onSave, onPublish } = props;
  const { publishedVersion, publishedAt, isChanged } = flow;
  return (
    <PageHeader
      title={t('flow.title', { name })}
      description={
        publishedAt !== null && (
          <Group gap="xs">
            {isChanged && <StatusBadge tone="notice">{t('flow.header.differs')}</StatusBadge>}
            <Text size="xs">
              {rich('flow.header.publishedAt', { time: <TimeText time={publishedAt} size="xs" /> })}
            </Text>
          </Group>
        )
      }
    >
      <StatusBadge tone={publishedVersion === null ? 'quiet' : 'good'}>
        {publishedVersion === null
          ? t('flow.header.notPublished')
          : t('flow.header.live', { version: publishedVersion })}
      </StatusBadge>
      {isDirty && <StatusBadge tone="notice">{t('common.unsaved.label')}</StatusBadge>}
      {!isReadOnly && (
        <>
          <Button
            variant="default"
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            disabled={!isDirty}
            loading={isSaving}
            onClick={onSave}
          >
            {t('common.save')}
          </Button>
          <Button leftSection={<IconRocket size={16} aria-hidden />} onClick={onPublish}>
            {t('flow.header.publish')}
          </Button>
        </>
      )}
      <More {...props} />
    </PageHeader>
  );
};
