import { Badge, Group } from '@mantine/core';
import { Link } from 'wouter';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { showAttributeValue } from './attribute-value.ts';

/** The tags of a document, each a link to all documents with it, and its attributes. */
export const DocumentTags = ({ document }: { document: KnowledgeDocument }) => {
  const agent = useAgentScope();
  const attributes = Object.entries(document.attributes);
  if (document.tags.length === 0 && attributes.length === 0) return null;
  return (
    <Group gap={4}>
      {document.tags.map((tag) => (
        <Badge
          key={tag}
          component={Link}
          href={`${agent.href}/knowledge?tag=${encodeURIComponent(tag)}`}
          variant="light"
          tt="none"
          style={{ cursor: 'pointer' }}
          aria-label={t('knowledge.list.withTag', { tag })}
        >
          {tag}
        </Badge>
      ))}
      {attributes.map(([name, value]) => (
        <Badge key={name} variant="default" tt="none">
          {name}: {showAttributeValue(value)}
        </Badge>
      ))}
    </Group>
  );
};
