import { CloseButton, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/translate.ts';
import { dragType } from './canvas/flow-canvas.tsx';
import { KindIcon } from './canvas/kind-icon.tsx';
import { useEditor } from './editor-context.ts';
import classes from './flow.module.css';
import type { NodeType } from './graph/flow-types.ts';
import { groupLabels, kinds, paletteGroups } from './graph/kinds/kinds.ts';

const matches = (type: NodeType, words: string): boolean =>
  `${t(kinds[type].label)} ${t(kinds[type].about)}`.toLowerCase().includes(words.trim().toLowerCase());

/** All kinds of components. A click adds one after the selected component; dragging adds it at that position. */
export const Palette = ({ onAdded, onClose }: { onAdded(): void; onClose(): void }) => {
  const { add, level } = useEditor();
  const [words, setWords] = useState('');
  const groups = paletteGroups(level !== null)
    .map(({ group, types }) => ({ group, types: types.filter((type) => matches(type, words)) }))
    .filter(({ types }) => types.length > 0);
  return (
    <nav className={classes.palette} aria-label={t('flow.palette.label')}>
      <div className={classes.find}>
        <TextInput
          size="xs"
          aria-label={t('flow.palette.search')}
          placeholder={t('flow.palette.search')}
          leftSection={<IconSearch size={13} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <CloseButton size="sm" aria-label={t('flow.palette.close')} onClick={onClose} />
      </div>
      {groups.map(({ group, types }) => (
        <div key={group}>
          <Text size="xs" fw={600} c="dimmed" mt="xs" mb={2}>
            {t(groupLabels[group])}
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
                  {t(kinds[type].label)}
                </Text>
                <Text size="xs" c="dimmed" lh={1.25} span display="block">
                  {t(kinds[type].about)}
                </Text>
              </span>
            </UnstyledButton>
          ))}
        </div>
      ))}
      {groups.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('flow.palette.noMatches')}
        </Text>
      )}
    </nav>
  );
};
