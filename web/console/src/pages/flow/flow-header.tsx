import { Button, FileButton, Menu } from '@mantine/core';
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
import { PageHeader } from '../../components/page-header.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useAgentScope } from '../../session/use-workspace.ts';

interface FlowHeaderProps {
  name: string;
  publishedVersion: number | null;
  isReadOnly: boolean;
  isDirty: boolean;
  isSaving: boolean;
  /** Nothing has been saved yet. */
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
            <Button variant="default" px="xs" aria-label="More">
              <IconDots size={17} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {!isReadOnly && (
              <>
                <Menu.Item leftSection={<IconTemplate size={15} aria-hidden />} onClick={onExamples}>
                  Start from an example
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconFileImport size={15} aria-hidden />}
                  onClick={() => {
                    // The same file can be chosen again after it was mended.
                    reset.current?.();
                    onClick();
                  }}
                >
                  Import a file
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
              Export the saved draft
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </FileButton>
  );
};

export const FlowHeader = (props: FlowHeaderProps) => {
  const { name, publishedVersion, isReadOnly, isDirty, isSaving, onSave, onPublish } = props;
  return (
    <PageHeader title={`Flow of ${name}`}>
      <StatusBadge tone={publishedVersion === null ? 'quiet' : 'good'}>
        {publishedVersion === null ? 'not published' : `version ${publishedVersion} in use`}
      </StatusBadge>
      {isDirty && <StatusBadge tone="notice">not saved</StatusBadge>}
      {!isReadOnly && (
        <>
          <Button
            variant="default"
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            disabled={!isDirty}
            loading={isSaving}
            onClick={onSave}
          >
            Save
          </Button>
          <Button leftSection={<IconRocket size={16} aria-hidden />} onClick={onPublish}>
            Publish
          </Button>
        </>
      )}
      <More {...props} />
    </PageHeader>
  );
};
