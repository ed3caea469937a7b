import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { Panel } from '@xyflow/react';
import { useState } from 'react';
import { t } from '../../messages/translate.ts';
import { FlowCanvas } from './canvas/flow-canvas.tsx';
import classes from './flow.module.css';
import { Palette } from './palette.tsx';

interface BoardProps {
  isReadOnly: boolean;
  /** As the operator left it. undefined: not opened or closed yet. */
  isPaletteOpen: boolean | undefined;
  onPalette(isOpen: boolean): void;
}

const now = { getInitialValueInEffect: false };

/**
 * The canvas and the palette. Where both fit next to each other, the palette stays as the operator left it, and is open
 * at first on wide screens. On narrow screens it covers the canvas, so it is closed after each use.
 */
export const Board = ({ isReadOnly, isPaletteOpen, onPalette }: BoardProps) => {
  const isBeside = useMediaQuery('(min-width: 90em)', undefined, now) ?? false;
  const isWide = useMediaQuery('(min-width: 100em)', undefined, now) ?? false;
  const [isCovering, setIsCovering] = useState(false);
  const isOpen = !isReadOnly && (isBeside ? (isPaletteOpen ?? isWide) : isCovering);
  const setIsOpen = isBeside ? onPalette : setIsCovering;
  return (
    <div className={classes.board}>
      {isOpen && <Palette onAdded={() => setIsCovering(false)} onClose={() => setIsOpen(false)} />}
      <div className={classes.canvas}>
        <FlowCanvas>
          {!isReadOnly && !isOpen && (
            <Panel position="top-right">
              <Button
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => setIsOpen(true)}
              >
                {t('flow.palette.add')}
              </Button>
            </Panel>
          )}
        </FlowCanvas>
      </div>
    </div>
  );
};
