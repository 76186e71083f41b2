/** Priorities of Chromium's requests, highest first (Network.ResourcePriority of the DevTools protocol). */
export const PRIORITIES = ['VeryHigh', 'High', 'Medium', 'Low', 'VeryLow'] as const

export type Priority = (typeof PRIORITIES)[number]

/** Named as in Chromium's net stack, and with it WebPageTest. */
const NET_NAMES: Readonly<Record<string, Priority>> = { Highest: 'VeryHigh', Lowest: 'VeryLow' }

/** A HAR's `_priority` or `_initialPriority`; null for anything else. */
export function readPriority(value: unknown): Priority | null {
  if (typeof value !== 'string') return null
  return (
    PRIORITIES.find((name) => name === value) ??
    (Object.hasOwn(NET_NAMES, value) ? NET_NAMES[value] : null) ??
    null
  )
}
