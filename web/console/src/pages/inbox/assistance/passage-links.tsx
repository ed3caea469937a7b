import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';
import { isWebAddress } from '../../../lib/is-web-address.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

interface PassageLinksProps {
  documentId: string;
  sourceUrl: string;
}

/** Links to the document of a passage, and to its public source. */
export const PassageLinks = ({ documentId, sourceUrl }: PassageLinksProps) => {
  const agent = useAgentScope();
  return (
    <Group gap="md">
      <Anchor component={Link} size="xs" href={`${agent.href}/knowledge/documents/${documentId}`}>
        {t('conversations.citation.openDocument')}
      </Anchor>
      {isWebAddress(sourceUrl) && (
        <Anchor size="xs" href={sourceUrl} target="_blank" rel="noopener noreferrer">
          {t('conversations.citation.openSource')}
        </Anchor>
      )}
    </Group>
  );
};
