import { Modal } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../components/error-state.tsx';
import { t } from '../messages/translate.ts';

interface BoundaryProps {
  /** The address. An error is cleared when it changes. */
  place: string;
  /** For content above the page: closing the dialog with the error leaves the page unchanged. */
  onClose?(): void;
  children: ReactNode;
}

interface BoundaryState {
  place: string;
  error?: Error;
}

/** After an update of the service, the old chunks no longer exist. A reload loads the new ones. */
const describeError = ({ message }: Error): string =>
  /dynamically imported module|importing a module script/i.test(message)
    ? t('shell.chunkGone')
    : t('shell.pageFailed', { message });

/** A class, because React has no hook that catches errors of the render phase. */
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
    const message = <ErrorState error={new Error(describeError(error))} onRetry={() => location.reload()} />;
    const { onClose } = this.props;
    if (!onClose) return message;
    return (
      <Modal opened onClose={onClose}>
        {message}
      </Modal>
    );
  }
}
