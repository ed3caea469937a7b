export { createBill, type ReadBill } from './bill.ts';
export { type Charge, chargesOf } from './charges.ts';
export { type CreditHold, type CreditHolds, createCreditHolds } from './credit-holds.ts';
export { costNano, maxCredits, nanoPerCredit, parseCredits, toCredits } from './money.ts';
export { type Payment, payAtOnce } from './pay-at-once.ts';
export { hasCredits, insertLedgerEntry, reserveCredits, settleCredits } from './store.ts';
export {
  addTokens,
  capUsage,
  isFree,
  noTokens,
  type Prices,
  parsePrices,
  priceService,
  priceUsage,
  type ServiceKind,
  type ServiceUsage,
  type SpeechKind,
  type SpeechUsage,
  serviceNano,
  totalNano,
  type Usage,
} from './usage.ts';
export { createUsageReport, type ReadUsage, type UsageFilter, type UsageRow } from './usage-report.ts';
