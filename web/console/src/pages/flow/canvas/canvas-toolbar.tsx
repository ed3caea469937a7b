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
import { t } from '../../../messages/translate.ts';
import { useEditor } from '../editor-context.ts';
import classes from './canvas.module.css';
import { useFit } from './use-fit.ts';

interface ToolProps {
  label: string;
  keys?: string;
  isDisabled?: boolean;
  onClick(): void;
  children: ReactNode;
}

const Tool = ({ label, keys, isDisabled = false, onClick, children }: ToolProps) => (
  <Tooltip label={keys ? t('flow.canvas.withKeys', { label, keys }) : label}>
    <ActionIcon aria-label={label} disabled={isDisabled} onClick={onClick} size={30}>
      {children}
    </ActionIcon>
  </Tooltip>
);

export const CanvasToolbar = () => {
  const { canUndo, canRedo, undo, redo, arrange, isReadOnly } = useEditor();
  const { zoomIn, zoomOut } = useReactFlow();
  const fit = useFit();
  const tidy = (): void => {
    arrange();
    // After the canvas was rendered again.
    setTimeout(fit, 50);
  };
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('flow.canvas.label')}>
      {!isReadOnly && (
        <>
          <Tool label={t('flow.canvas.undo')} keys="Ctrl Z" isDisabled={!canUndo} onClick={undo}>
            <IconArrowBackUp size={17} />
          </Tool>
          <Tool label={t('flow.canvas.redo')} keys="Ctrl Shift Z" isDisabled={!canRedo} onClick={redo}>
            <IconArrowForwardUp size={17} />
          </Tool>
          <Tool label={t('flow.canvas.arrange')} onClick={tidy}>
            <IconLayoutDistributeVertical size={17} />
          </Tool>
        </>
      )}
      <Tool label={t('flow.canvas.zoomOut')} onClick={() => void zoomOut()}>
        <IconMinus size={17} />
      </Tool>
      <Tool label={t('flow.canvas.zoomIn')} onClick={() => void zoomIn()}>
        <IconPlus size={17} />
      </Tool>
      <Tool label={t('flow.canvas.fit')} onClick={fit}>
        <IconFocusCentered size={17} />
      </Tool>
    </div>
  );
};
