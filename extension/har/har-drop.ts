import { DROP_REASONS } from '../capture/types.ts'

/** Says why a load of a HAR cannot be contributed; it is shown all the same. */
export const HAR_DROP_REASONS = {
  ...DROP_REASONS,
  no_document: 'the file does not say which request was for the page itself',
  automated: 'a program loaded it, and contributions are what people see',
  unknown_set_up: 'the file does not say whether its connection was new',
  unknown_browser: 'the file does not say which version of Chrome or Firefox it is from',
  unknown_day: 'the file does not say the day it was loaded',
  too_old: 'it is not of today or one of the 8 days before',
} as const

export type HarDropReason = keyof typeof HAR_DROP_REASONS
