import { Modal } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../components/error-state.tsx';
import { t } from '../messages/translate.ts';

interface BoundaryProps {
  /** The address: another page begins without the failure of the last. */
  place: string;
  /** For what lies above the page: closed, it leaves the page as it is. */
  onClose?(): void;
  children: ReactNode;
}

interface BoundaryState {
  place: string;
  error?: Error;
}

/** After an update of the service the page's old chunks are gone; loading afresh brings the new ones. */
const wordsFor = ({ message }: Error): string =>
  /dynamically imported module|importing a module script/i.test(message)
    ? t('shell.chunkGone')
    : t('shell.pageFailed', { message });

/** React has no other way than a class to catch what a page throws while it is drawn. */
export class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place };

  static getDerivedStateFromError(error: Error): Partial<BoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { place, error: undefined };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const told = <ErrorState error={new Error(wordsFor(error))} onRetry={() => location.reload()} />;
    const { onClose } = this.props;
    if (!onClose) return told;
    return (
      <Modal opened onClose={onClose}>
        {told}
      </Modal>
    );
  }
}
