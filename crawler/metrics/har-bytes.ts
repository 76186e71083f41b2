import { transferBytes } from '../../har/transfer-bytes.ts'
import { byteDifference } from './bytes-on-wire.ts'
import { harEntries } from './har-entries.ts'
import type { Metric } from './metric.ts'

/**
 * As the browser counts, headers included but neither TLS nor packet framing: less than `bytes_down`. What the browser
 * does not know of (failed requests) is left out, and the note says of how many. The packets are asked as well: where they
 * disagree by more than framing explains, the note says by how much.
 */
export const harBytes: Metric = {
  name: 'har_bytes',
  about:
    'bytes of all responses as they were transferred, by the browser’s count (`_transferSize` of the HAR)',
  compute(artifacts) {
    const entries = harEntries(artifacts)
    if (entries === null) return { value: null, note: 'no request was recorded' }
    const sizes = entries.flatMap((entry) => transferBytes(entry) ?? [])
    if (sizes.length === 0) return { value: null, note: 'no request has a known size' }
    const value = sizes.reduce((sum, bytes) => sum + bytes, 0)
    const unknown = entries.length - sizes.length
    const notes = [
      unknown === 0 ? null : `without ${unknown} of unknown size`,
      byteDifference(value, artifacts.packets),
    ].filter((note) => note !== null)
    return { value, note: notes.length === 0 ? null : notes.join('; ') }
  },
}
