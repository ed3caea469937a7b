import type { Session } from '../service/wire.ts';

/** What the console posts to the preview, with settings that are not saved yet. */
export interface PreviewDraft {
  agent: Session['agent'];
  features: Pick<Session['features'], 'documents' | 'handoff'>;
  theme: 'light' | 'dark';
  /** Language tag of the page. */
  language: string;
  view: 'opening' | 'conversation' | 'launcher';
  /** A question and its answer for the view of a conversation. */
  sample: { question: string; answer: string };
  /** Text of the widget's button. */
  launcherText: string;
}

export interface PreviewMessage {
  type: 'frontdesk:preview';
  draft: PreviewDraft;
}

/** From the preview: it is loaded and waits for a draft. */
export const previewReady = 'frontdesk:preview-ready';
