import { CloseButton, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { dragType } from './canvas/flow-canvas.tsx';
import { KindIcon } from './canvas/kind-icon.tsx';
import { useEditor } from './editor-context.ts';
import classes from './flow.module.css';
import type { NodeType } from './graph/flow-types.ts';
import { groupLabels, kinds, paletteGroups } from './graph/kinds/kinds.ts';

const matches = (type: NodeType, words: string): boolean =>
  `${kinds[type].label} ${kinds[type].explains}`.toLowerCase().includes(words.trim().toLowerCase());

/** Every component there is: pressed, it follows the selected one; dragged, it stands where it is dropped. */
export const Palette = ({ onAdded, onClose }: { onAdded(): void; onClose(): void }) => {
  const { add, level } = useEditor();
  const [words, setWords] = useState('');
  const groups = paletteGroups(level !== null)
    .map(({ group, types }) => ({ group, types: types.filter((type) => matches(type, words)) }))
    .filter(({ types }) => types.length > 0);
  return (
    <nav className={classes.palette} aria-label="Components">
      <div className={classes.find}>
        <TextInput
          size="xs"
          aria-label="Find a component"
          placeholder="Find a component"
          leftSection={<IconSearch size={13} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <CloseButton size="sm" aria-label="Close components" onClick={onClose} />
      </div>
      {groups.map(({ group, types }) => (
        <div key={group}>
          <Text size="xs" fw={600} c="dimmed" mt="xs" mb={2}>
            {groupLabels[group]}
          </Text>
          {types.map((type) => (
            <UnstyledButton
              key={type}
              className={classes.kind}
              draggable
              onDragStart={(event) => event.dataTransfer.setData(dragType, type)}
              onClick={() => {
                add(type);
                onAdded();
              }}
            >
              <KindIcon type={type} size={26} />
              <span>
                <Text size="sm" fw={550} lh={1.25} span display="block">
                  {kinds[type].label}
                </Text>
                <Text size="xs" c="dimmed" lh={1.25} span display="block">
                  {kinds[type].explains}
                </Text>
              </span>
            </UnstyledButton>
          ))}
        </div>
      ))}
      {groups.length === 0 && (
        <Text size="sm" c="dimmed">
          There is no such component.
        </Text>
      )}
    </nav>
  );
};
