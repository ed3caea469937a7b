import type { Texts } from './texts.ts';

export const en: Texts = {
  lang: 'en',
  dir: 'ltr',
  conversation: 'Conversation',
  messagePlaceholder: 'Write a message…',
  messageLabel: 'Your message',
  send: 'Send',
  stop: 'Stop answering',
  attach: 'Attach files',
  dropHere: 'Drop files to attach them',
  removeFile: (name) => `Remove ${name}`,
  recordVoice: 'Record a voice message',
  recording: 'Recording',
  finishRecording: 'Finish recording',
  cancelRecording: 'Discard recording',
  voiceMessage: 'Voice message',
  microphoneRefused: 'The microphone is not available. Allow it in your browser and try again.',
  uploading: 'Uploading',
  fileFault: (fault) => {
    switch (fault.fault) {
      case 'kind':
        return `${fault.name}: files of this type cannot be sent here.`;
      case 'empty':
        return `${fault.name} is empty.`;
      case 'size':
        return `${fault.name} is larger than ${fault.limitMb} MB.`;
      case 'count':
        return `A message can have ${fault.limit} files at most.`;
      case 'total':
        return `The files of a message can have ${fault.limitMb} MB together.`;
    }
  },
  you: 'You',
  person: 'Support',
  answering: 'Writing an answer…',
  stopped: 'Stopped',
  copy: 'Copy',
  copied: 'Copied',
  copyCode: 'Copy code',
  table: 'Table',
  good: 'Good answer',
  bad: 'Bad answer',
  thanks: 'Thank you for telling us.',
  tryAgain: 'Try again',
  sources: (count) => (count === 1 ? '1 source' : `${count} sources`),
  source: 'Source',
  openSource: 'Open the source',
  transcript: 'Transcript',
  history: 'Your conversations',
  noHistory: 'Nothing here yet.',
  showMore: 'Show more',
  olderMessages: 'Show older messages',
  newConversation: 'New conversation',
  jumpToNewest: 'Jump to the newest message',
  askPerson: 'Talk to a person',
  waitingForPerson: 'Waiting for a person. You can keep writing.',
  withPerson: 'You are talking with a person.',
  leavePerson: 'Back to the assistant',
  personGone: (reason) =>
    reason === 'UNREACHABLE'
      ? 'Nobody could be reached. The assistant answers again.'
      : 'The conversation with a person has ended. The assistant answers again.',
  emailQuestion: 'Where can we reach you if we get disconnected?',
  emailLabel: 'Your e-mail address',
  emailSubmit: 'Continue',
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  menu: 'Menu',
  toDark: 'Switch to dark colours',
  toLight: 'Switch to light colours',
  loading: 'Loading…',
  offline: 'No connection. We keep trying, and nothing is lost.',
  gone: 'This chat is not available any more.',
  refused: 'This chat cannot be opened.',
  problem: ({ code, message, status, retryAfterSeconds }) => {
    if (status === 413 && code === 40000)
      return 'There is no room for these files. Send smaller ones, or write without them.';
    if (status === 507) return 'Files cannot be taken at the moment. Write without them, or try again later.';
    switch (code) {
      case 0:
        return 'The service cannot be reached. Try again in a moment.';
      case 40008:
        return retryAfterSeconds
          ? `That was a lot at once. Try again in ${retryAfterSeconds} s.`
          : 'That was a lot at once. Try again in a moment.';
      case 20022:
        return 'No answers can be given at the moment. Try again later.';
      case 20040:
        return 'This message is too long. Send a shorter one.';
      case 40364:
        return 'Images cannot be read here.';
      case 50000:
        return 'Something went wrong on our side.';
      default:
        return message;
    }
  },
  suggestions: 'Suggestions',
  greeting: 'How can I help you?',
};
