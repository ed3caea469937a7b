import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconRefresh,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { ReplaceDocument } from '../upload/replace-document.tsx';
import { DocumentDialog } from './document-dialog.tsx';
import { downloadLink } from './download-link.ts';

interface DocumentMenuProps {
  document: KnowledgeDocument;
  onDelete(): void;
}

/** Actions on one document. */
export const DocumentMenu = ({ document, onDelete }: DocumentMenuProps) => {
  const agent = useAgentScope();
  const [isReplacing, setIsReplacing] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const path = at(agent.api, '/documents/{documentId}', { documentId: document.id });
  const reindex = useChange(() => api.post(at(path, '/retry')), {
    changes: [at(agent.api, '/documents')],
    done: t('knowledge.reindexStarted', { name: document.name }),
  });
  const enable = useChange((isEnabled: boolean) => api.patch(path, { isEnabled }), {
    changes: [at(agent.api, '/documents')],
  });
  const mayWrite = agent.can('knowledge:write');
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('knowledge.actionsFor', { name: document.name })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={downloadLink(agent.api, document)}
            download
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            {t('knowledge.download')}
          </Menu.Item>
          {mayWrite && (
            <>
              <Menu.Item
                leftSection={<IconPencil size={15} aria-hidden />}
                onClick={() => setIsEditing(true)}
              >
                {t('knowledge.edit.ask')}
              </Menu.Item>
              <Menu.Item
                leftSection={
                  document.isEnabled ? (
                    <IconEyeOff size={15} aria-hidden />
                  ) : (
                    <IconEye size={15} aria-hidden />
                  )
                }
                onClick={() => enable.mutate(!document.isEnabled)}
              >
                {document.isEnabled ? t('knowledge.chunk.disable') : t('knowledge.chunk.enable')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconReplace size={15} aria-hidden />}
                onClick={() => setIsReplacing(true)}
              >
                {t('knowledge.replace.ask')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconRefresh size={15} aria-hidden />}
                onClick={() => reindex.mutate(undefined)}
              >
                {t('knowledge.reindex')}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
                {t('knowledge.deleteAsk')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isEditing && <DocumentDialog document={document} onClose={() => setIsEditing(false)} />}
      {isReplacing && <ReplaceDocument document={document} onClose={() => setIsReplacing(false)} />}
    </>
  );
};
