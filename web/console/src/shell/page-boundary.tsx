import { Component, type ReactNode } from 'react';
import { ErrorState } from '../components/error-state.tsx';

interface BoundaryState {
  error?: Error;
}

/** React has no other way to catch what a page throws while it is drawn. */
export class PageBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = {};

  static getDerivedStateFromError(error: Error): BoundaryState {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    // After an update of the service the page's old chunks are gone; loading afresh brings the new ones.
    return (
      <ErrorState
        error={new Error(`This page could not be shown (${error.message})`)}
        onRetry={() => location.reload()}
      />
    );
  }
}
