import { Alert, Code, Collapse, Group, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { SourcePreview } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { type PathNode, pathTree } from './path-tree.ts';
import { reasonLine } from './reason-line.ts';

const Branch = ({ node, level }: { node: PathNode; level: number }) => {
  const [isOpen, setIsOpen] = useState(level < 2);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  if (node.children.length === 0)
    return (
      <Text size="sm" pl={level * 14 + 18} style={{ overflowWrap: 'anywhere' }}>
        {node.name}
      </Text>
    );
  return (
    <>
      <UnstyledButton onClick={() => setIsOpen(!isOpen)} pl={level * 14} aria-expanded={isOpen}>
        <Group gap={4} wrap="nowrap">
          <Icon size={14} aria-hidden />
          <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
            {node.name}
          </Text>
          <Text size="xs" c="dimmed">
            {t('sources.preview.pages', { count: node.pages })}
          </Text>
        </Group>
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <Stack gap={2}>
          {isOpen && node.children.map((child) => <Branch key={child.name} node={child} level={level + 1} />)}
        </Stack>
      </Collapse>
    </>
  );
};

/** The pages or files that a source would read as a tree of paths, the skipped ones, and the text of the first page. */
export const PreviewTree = ({ preview, isOfFiles }: { preview: SourcePreview; isOfFiles: boolean }) => (
  <Stack gap="xs" role="region" aria-label={t('sources.preview.title')}>
    <Text size="sm" fw={550}>
      {isOfFiles
        ? t('sources.preview.filesFound', { count: preview.found })
        : t('sources.preview.found', { count: preview.found })}
    </Text>
    {preview.isOverLimit && <Alert color="yellow">{t('sources.preview.overLimit')}</Alert>}
    <ScrollArea.Autosize mah={220} tabIndex={0} role="group" aria-label={t('sources.preview.tree')}>
      <Stack gap={2}>
        {pathTree(preview.pages.map(({ url }) => url)).map((node) => (
          <Branch key={node.name} node={node} level={0} />
        ))}
      </Stack>
    </ScrollArea.Autosize>
    {preview.skipped.length > 0 && (
      <>
        <Text size="sm" fw={550}>
          {t('sources.preview.skipped', { count: preview.skipped.length })}
        </Text>
        <ScrollArea.Autosize mah={120} tabIndex={0} role="group" aria-label={t('sources.page.skipped')}>
          {preview.skipped.map(({ url, reason }) => (
            <Text key={url} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {url}: {reasonLine(reason)}
            </Text>
          ))}
        </ScrollArea.Autosize>
      </>
    )}
    {preview.sampleProblem && <Alert color="yellow">{reasonLine(preview.sampleProblem)}</Alert>}
    {preview.sample?.text && (
      <>
        <Text size="sm" fw={550}>
          {t('sources.preview.sample', { title: preview.sample.title })}
        </Text>
        <ScrollArea.Autosize mah={160} tabIndex={0} role="group" aria-label={preview.sample.title}>
          <Code block style={{ whiteSpace: 'pre-wrap' }}>
            {preview.sample.text}
          </Code>
        </ScrollArea.Autosize>
      </>
    )}
  </Stack>
);
