import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { Panel } from '@xyflow/react';
import { useState } from 'react';
import { t } from '../../messages/translate.ts';
import { FlowCanvas } from './canvas/flow-canvas.tsx';
import classes from './flow.module.css';
import { Palette } from './palette.tsx';

/** The canvas and the palette. The palette is open from the start if there is room for both. */
export const Board = ({ isReadOnly }: { isReadOnly: boolean }) => {
  const isWide = useMediaQuery('(min-width: 100em)', undefined, { getInitialValueInEffect: false });
  const [isOpened, setIsOpened] = useState<boolean>();
  const isOpen = !isReadOnly && (isOpened ?? isWide ?? false);
  return (
    <div className={classes.board}>
      {isOpen && <Palette onAdded={() => !isWide && setIsOpened(false)} onClose={() => setIsOpened(false)} />}
      <div className={classes.canvas}>
        <FlowCanvas>
          {!isReadOnly && !isOpen && (
            <Panel position="top-right">
              <Button
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => setIsOpened(true)}
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
