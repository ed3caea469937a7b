import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFocusCentered,
  IconLayoutDistributeVertical,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import { useReactFlow } from '@xyflow/react';
import type { ReactNode } from 'react';
import { useEditor } from '../editor-context.ts';
import classes from './canvas.module.css';

interface ToolProps {
  label: string;
  keys?: string;
  isDisabled?: boolean;
  onClick(): void;
  children: ReactNode;
}

const Tool = ({ label, keys, isDisabled = false, onClick, children }: ToolProps) => (
  <Tooltip label={keys ? `${label} (${keys})` : label}>
    <ActionIcon aria-label={label} disabled={isDisabled} onClick={onClick} size={30}>
      {children}
    </ActionIcon>
  </Tooltip>
);

export const fitting = { padding: 0.16, maxZoom: 1 };

export const CanvasToolbar = () => {
  const { canUndo, canRedo, undo, redo, arrange, isReadOnly } = useEditor();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const tidy = (): void => {
    arrange();
    // After the canvas has been drawn anew.
    setTimeout(() => void fitView(fitting), 50);
  };
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Canvas">
      {!isReadOnly && (
        <>
          <Tool label="Undo" keys="Ctrl Z" isDisabled={!canUndo} onClick={undo}>
            <IconArrowBackUp size={17} />
          </Tool>
          <Tool label="Redo" keys="Ctrl Shift Z" isDisabled={!canRedo} onClick={redo}>
            <IconArrowForwardUp size={17} />
          </Tool>
          <Tool label="Arrange" onClick={tidy}>
            <IconLayoutDistributeVertical size={17} />
          </Tool>
        </>
      )}
      <Tool label="Zoom out" onClick={() => void zoomOut()}>
        <IconMinus size={17} />
      </Tool>
      <Tool label="Zoom in" onClick={() => void zoomIn()}>
        <IconPlus size={17} />
      </Tool>
      <Tool label="Show everything" onClick={() => void fitView(fitting)}>
        <IconFocusCentered size={17} />
      </Tool>
    </div>
  );
};
