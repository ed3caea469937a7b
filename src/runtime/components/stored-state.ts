import type { FlowState } from './component.ts';

/** The part of a flow's state that is stored while it waits for the user. JSON. */
export interface StoredState {
  variables: [string, unknown][];
  passages: [string, FlowState['passages'] extends Map<string, infer Chunks> ? Chunks : never][];
}

export const storeState = ({ variables, passages }: FlowState): StoredState => ({
  variables: [...variables],
  passages: [...passages],
});
