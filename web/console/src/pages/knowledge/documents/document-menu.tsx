import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconRefresh, IconReplace, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { ReplaceDocument } from '../upload/replace-document.tsx';

interface DocumentMenuProps {
  document: KnowledgeDocument;
  onDelete(): void;
}

/** What can be done with one document. */
export const DocumentMenu = ({ document, onDelete }: DocumentMenuProps) => {
  const agent = useAgentScope();
  const [isReplacing, setIsReplacing] = useState(false);
  const path = at(agent.api, '/documents/{documentId}', { documentId: document.id });
  const retry = useChange(() => api.post(at(path, '/retry')), {
    changes: [at(agent.api, '/documents')],
    done: `${document.name} is being worked on again.`,
  });
  const mayWrite = agent.can('knowledge:write');
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${document.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={api.link(at(path, '/file'))}
            download
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            Download
          </Menu.Item>
          {mayWrite && (
            <>
              <Menu.Item
                leftSection={<IconReplace size={15} aria-hidden />}
                onClick={() => setIsReplacing(true)}
              >
                Replace…
              </Menu.Item>
              <Menu.Item
                leftSection={<IconRefresh size={15} aria-hidden />}
                onClick={() => retry.mutate(undefined)}
              >
                Work on it again
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
                Delete…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isReplacing && <ReplaceDocument document={document} onClose={() => setIsReplacing(false)} />}
    </>
  );
};
