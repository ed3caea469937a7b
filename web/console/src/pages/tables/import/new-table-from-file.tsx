import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { ChooseSheetFile } from './choose-sheet-file.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ReviewNewTable } from './review-new-table.tsx';
import type { SheetFile } from './sheet-file.ts';

/** Creates a table from an Excel or CSV file and imports its rows. */
export const NewTableFromFile = ({ onClose }: { onClose(): void }) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [file, setFile] = useState<SheetFile>();
  const [started, setStarted] = useState<{ tableId: string; importId: string }>();
  const close = (): void => (started ? navigate(`${agent.href}/tables/${started.tableId}`) : onClose());
  return (
    <Modal opened onClose={close} title={t('tables.newFile.title')} size={file ? '70rem' : 'lg'}>
      {started ? (
        <ImportProgress
          path={at(agent.api, '/tables/{tableId}', { tableId: started.tableId })}
          importId={started.importId}
          onClose={close}
        />
      ) : file ? (
        <ReviewNewTable
          key={file.chosenAtMs}
          file={file}
          onStarted={setStarted}
          onBack={() => setFile(undefined)}
        />
      ) : (
        <ChooseSheetFile onFile={setFile} />
      )}
    </Modal>
  );
};
