import type { FileFault } from '../attachments/file-kinds.ts';
import { t } from './translate.ts';

export const describeFileFault = (fault: FileFault): string => {
  switch (fault.fault) {
    case 'kind':
      return t('file.type', { name: fault.name });
    case 'empty':
      return t('file.empty', { name: fault.name });
    case 'size':
      return t('file.size', { name: fault.name, limitMb: fault.limitMb });
    case 'count':
      return t('file.count', { limit: fault.limit });
    case 'total':
      return t('file.total', { limitMb: fault.limitMb });
  }
};
