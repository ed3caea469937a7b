export {
  type Assistance,
  type AssistanceWork,
  createAssistance,
  longestTranslatedText,
  type WrittenText,
} from './assistance.ts';
