import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { at, withQuery } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { CountedKnowledgeBase } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';
import classes from './base-list.module.css';
import { NameBase } from './name-base.tsx';

interface BaseMenuProps {
  base: CountedKnowledgeBase;
  onEdit(): void;
  onDelete(): void;
}

const BaseMenu = ({ base, onEdit, onDelete }: BaseMenuProps) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <ActionIcon size="sm" aria-label={`Actions for ${base.name}`} className={classes.menu}>
        <IconDots size={15} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
        {base.isDefault ? 'Describe…' : 'Rename…'}
      </Menu.Item>
      {!base.isDefault && (
        <Menu.Item color="red" leftSection={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
          Delete…
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);

interface BaseLinkProps {
  label: string;
  count: number;
  href: string;
  isChosen: boolean;
}

const BaseLink = ({ label, count, href, isChosen }: BaseLinkProps) => (
  <Link href={href} className={classes.link} aria-current={isChosen ? 'true' : undefined}>
    <span className={classes.name}>{label}</span>
    <Text size="xs" c="dimmed" span>
      {count.toLocaleString()}
    </Text>
  </Link>
);

/** The agent's knowledge bases with the number of their documents. */
export const BaseList = ({
  bases,
  chosenId,
}: {
  bases: CountedKnowledgeBase[];
  chosenId: string | undefined;
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
      done: (_, { name }) => `${name} was deleted.`,
      onDone: () => navigate(href()),
      quiet: true,
    },
  );
  const mayWrite = agent.can('knowledge:write');
  const all = bases.reduce((sum, { documents }) => sum + documents, 0);
  return (
    <nav aria-label="Knowledge bases">
      <Text size="xs" c="dimmed" fw={600} mb={6}>
        Knowledge bases
      </Text>
      <ul className={classes.list}>
        <li>
          <BaseLink label="All documents" count={all} href={href()} isChosen={chosenId === undefined} />
        </li>
        {bases.map((base) => (
          <li key={base.id}>
            <BaseLink
              label={base.name}
              count={base.documents}
              href={href(base.id)}
              isChosen={base.id === chosenId}
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
            New base
          </Button>
        </Group>
      )}
      {editing && (
        <NameBase
          base={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onMade={({ id }) => navigate(href(id))}
        />
      )}
      <ConfirmDialog
        opened={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={`Delete ${deleting?.name}?`}
        typed={deleting && deleting.documents > 0 ? deleting.name : undefined}
        onConfirm={() => remove.mutateAsync(deleting!)}
      >
        Its {deleting?.documents.toLocaleString()} documents go with it, and the agent finds nothing of them
        any more.
      </ConfirmDialog>
    </nav>
  );
};
