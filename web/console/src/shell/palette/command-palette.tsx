import { Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { t } from '../../messages/translate.ts';
import type { WorkspaceScope } from '../../session/use-workspace.ts';
import { useNavigation } from '../use-navigation.ts';
import classes from './command-palette.module.css';
import { type Command, matchCommands } from './match-commands.ts';
import { useCommands } from './use-commands.ts';

interface PaletteProps {
  query: string;
  onQuery(query: string): void;
  /** The field has the focus. */
  onReady(): void;
  onClose(): void;
}

const Palette = ({
  workspace,
  agentId,
  query,
  onQuery,
  onReady,
  onClose,
}: PaletteProps & { workspace: WorkspaceScope; agentId?: string }) => {
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState(0);
  const found = matchCommands(useCommands(workspace, agentId, query), query);
  const id = useId();

  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    navigate(command.href);
  };
  const choose = (index: number): void => {
    setChosen(index);
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      choose((chosen + step + found.length) % found.length);
    } else if (event.key === 'Enter') run(found[chosen]);
  };

  return (
    <>
      <TextInput
        aria-label={t('shell.searchLabel')}
        placeholder={t('shell.searchPlaceholder')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={(event) => {
          onQuery(event.currentTarget.value);
          setChosen(0);
        }}
        onFocus={(event) => {
          const field = event.currentTarget;
          field.setSelectionRange(field.value.length, field.value.length);
          onReady();
        }}
        onKeyDown={onKeyDown}
        size="md"
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        data-autofocus
      />
      <div id={id} role="listbox" aria-label={t('shell.results')} className={classes.list}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which holds the focus
          <div
            key={`${command.group}${command.href}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={classes.option}
            onClick={() => run(command)}
            onMouseMove={() => setChosen(index)}
          >
            <command.icon size={16} stroke={1.7} aria-hidden />
            <Text size="sm" span className={classes.label}>
              {command.label}
            </Text>
            <Text size="xs" c="dimmed" span truncate maw="50%">
              {command.group}
            </Text>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <Text size="sm" c="dimmed" p="md" role="status">
          {t('shell.noMatches')}
        </Text>
      )}
    </>
  );
};

const CommandPalette = (props: PaletteProps) => {
  const { workspace, agentId } = useNavigation();
  return (
    <Modal.Root opened onClose={props.onClose} yOffset="12vh" centered={false}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={t('shell.search')}>
        <Modal.Body p="sm">
          {workspace && <Palette workspace={workspace} agentId={agentId} {...props} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

export default CommandPalette;
