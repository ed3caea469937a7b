import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { at, withQuery } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { CountedKnowledgeBase } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { formatNumber } from '../../../lib/format-number.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { BaseDialog } from './base-dialog.tsx';
import classes from './base-list.module.css';

interface BaseMenuProps {
  base: CountedKnowledgeBase;
  onEdit(): void;
  onDelete(): void;
}

const BaseMenu = ({ base, onEdit, onDelete }: BaseMenuProps) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <ActionIcon
        size="sm"
        aria-label={t('knowledge.actionsFor', { name: base.name })}
        className={classes.menu}
      >
        <IconDots size={15} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
        {t('knowledge.edit')}
      </Menu.Item>
      {!base.isDefault && (
        <Menu.Item color="red" leftSection={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
          {t('knowledge.deleteAsk')}
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);

interface BaseLinkProps {
  label: string;
  count: number;
  href: string;
  isSelected: boolean;
}

const BaseLink = ({ label, count, href, isSelected }: BaseLinkProps) => (
  <Link href={href} className={classes.link} aria-current={isSelected ? 'true' : undefined}>
    <span className={classes.name}>{label}</span>
    <Text size="xs" c="dimmed" span>
      {formatNumber(count)}
    </Text>
  </Link>
);

/** The knowledge bases of the agent, each with its number of documents. */
export const BaseList = ({
  bases,
  selectedId,
}: {
  bases: CountedKnowledgeBase[];
  selectedId: string | undefined;
}) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [editing, setEditing] = useState<CountedKnowledgeBase | 'new'>();
  const [deleting, setDeleting] = useState<CountedKnowledgeBase>();
  const href = (base?: string): string => withQuery(`${agent.href}/knowledge`, { base });
  const remove = useChange(
    (base: CountedKnowledgeBase) =>
      api.remove(at(agent.api, '/knowledge-bases/{baseId}', { baseId: base.id })),
    {
      changes: [at(agent.api, '/knowledge-bases'), at(agent.api, '/documents')],
      done: (_, { name }) => t('knowledge.bases.deleted', { name }),
      onDone: () => navigate(href()),
      quiet: true,
    },
  );
  const mayWrite = agent.can('knowledge:write');
  const all = bases.reduce((sum, { documents }) => sum + documents, 0);
  return (
    <nav aria-label={t('knowledge.bases.title')}>
      <Text size="xs" c="dimmed" fw={600} mb={6}>
        {t('knowledge.bases.title')}
      </Text>
      <ul className={classes.list}>
        <li>
          <BaseLink
            label={t('knowledge.bases.all')}
            count={all}
            href={href()}
            isSelected={selectedId === undefined}
          />
        </li>
        {bases.map((base) => (
          <li key={base.id}>
            <BaseLink
              label={base.name}
              count={base.documents}
              href={href(base.id)}
              isSelected={base.id === selectedId}
            />
            {mayWrite && (
              <BaseMenu base={base} onEdit={() => setEditing(base)} onDelete={() => setDeleting(base)} />
            )}
          </li>
        ))}
      </ul>
      {mayWrite && (
        <Group mt={6}>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            {t('knowledge.bases.new')}
          </Button>
        </Group>
      )}
      {editing && (
        <BaseDialog
          base={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onCreated={({ id }) => navigate(href(id))}
        />
      )}
      <ConfirmDialog
        opened={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={t('knowledge.bases.delete.title', { name: deleting?.name ?? '' })}
        typed={deleting && deleting.documents > 0 ? deleting.name : undefined}
        onConfirm={() => remove.mutateAsync(deleting!)}
      >
        {t('knowledge.bases.delete.text', { count: deleting?.documents ?? 0 })}
      </ConfirmDialog>
    </nav>
  );
};
