import type { FileFault } from '../attachments/file-kinds.ts';
import type { Problem } from '../state/chat-state.ts';

/** Every word of the page, in one language. */
export interface Texts {
  lang: string;
  dir: 'ltr' | 'rtl';
  /** Names the log to screen readers. */
  conversation: string;
  messagePlaceholder: string;
  messageLabel: string;
  send: string;
  stop: string;
  attach: string;
  dropHere: string;
  removeFile(name: string): string;
  recordVoice: string;
  recording: string;
  finishRecording: string;
  cancelRecording: string;
  voiceMessage: string;
  microphoneRefused: string;
  uploading: string;
  fileFault(fault: FileFault): string;
  you: string;
  person: string;
  answering: string;
  stopped: string;
  copy: string;
  copied: string;
  copyCode: string;
  table: string;
  good: string;
  bad: string;
  thanks: string;
  tryAgain: string;
  sources(count: number): string;
  source: string;
  openSource: string;
  transcript: string;
  history: string;
  noHistory: string;
  showMore: string;
  olderMessages: string;
  newConversation: string;
  jumpToNewest: string;
  askPerson: string;
  waitingForPerson: string;
  withPerson: string;
  leavePerson: string;
  personGone(reason: string): string;
  emailQuestion: string;
  emailLabel: string;
  emailSubmit: string;
  cancel: string;
  close: string;
  dismiss: string;
  menu: string;
  toDark: string;
  toLight: string;
  loading: string;
  offline: string;
  gone: string;
  refused: string;
  problem(problem: Problem): string;
  suggestions: string;
  /** Where the agent has no greeting of its own. */
  greeting: string;
}
