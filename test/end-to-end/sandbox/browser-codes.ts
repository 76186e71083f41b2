import type { FailureCode } from '../../../model/failure-codes.ts'

/** What only a browser meets: no survey records these. */
export const BROWSER_CODES: readonly FailureCode[] = [
  'page_dns',
  'page_timeout',
  'page_hung',
  'page_download',
  'page_no_content',
  'page_aborted',
  'page_refresh_loop',
  'page_too_many_requests',
  'page_too_big',
  'quic_failed',
  'renderer_crashed',
  'browser_died',
  'browser_hung',
  'browser_not_started',
  'poison',
  'parked',
]
