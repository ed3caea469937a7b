import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { Panel } from '@xyflow/react';
import { useState } from 'react';
import { FlowCanvas } from './canvas/flow-canvas.tsx';
import classes from './flow.module.css';
import { Palette } from './palette.tsx';

/** The canvas with its palette, which is open by itself where there is room for both. */
export const Board = ({ isReadOnly }: { isReadOnly: boolean }) => {
  const isWide = useMediaQuery('(min-width: 100em)', undefined, { getInitialValueInEffect: false });
  const [wanted, setWanted] = useState<boolean>();
  const isOpen = !isReadOnly && (wanted ?? isWide ?? false);
  return (
    <div className={classes.board}>
      {isOpen && <Palette onAdded={() => !isWide && setWanted(false)} onClose={() => setWanted(false)} />}
      <div className={classes.canvas}>
        <FlowCanvas>
          {!isReadOnly && !isOpen && (
            <Panel position="top-right">
              <Button
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => setWanted(true)}
              >
                Add a component
              </Button>
            </Panel>
          )}
        </FlowCanvas>
      </div>
    </div>
  );
};
