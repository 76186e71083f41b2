import type { Metric } from './metric.ts'
import { connectionSetup } from './setup-ms.ts'
import { timeOnWire } from './tow-ms.ts'
import { traced } from './traced.ts'

/**
 * Time on Wire with connection set-up, without the idle time between a speculative connection and its first request,
 * milliseconds. Null where either part is.
 */
export const towSetupMs: Metric = traced('tow_setup_ms', 'tow_ms + setup_ms', (trace) => {
  const [tow, setup] = [timeOnWire(trace), connectionSetup(trace)]
  if (tow.value === null) return tow
  if (setup.value === null) return setup
  return { value: tow.value + setup.value, note: setup.note }
})
