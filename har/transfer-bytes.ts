import type { Entry } from 'har-format'

/** Bytes of an entry's response as it was transferred; null where unknown. Chromium's extension of HAR 1.2, not always whole. */
export function transferBytes({ response }: Entry): number | null {
  const bytes = response._transferSize
  return typeof bytes === 'number' && bytes >= 0 && response.status > 0 ? bytes : null
}
