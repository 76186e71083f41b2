import type { Metric } from './metric.ts'

/**
 * A share below 1 makes every other metric of the packets null: what could not be read may be the first request or the last
 * response. Of a TCP stream each byte counts once, and those that only an acknowledgment shows count as not captured.
 */
export const decryptedShare: Metric = {
  name: 'decrypted_share',
  about: 'share of the connections’ bytes of payload, both ways, that were captured whole and decrypted',
  compute: ({ packets }) => {
    if (!packets) return { value: null, note: 'no complete capture of its packets' }
    if (packets.readableShare === undefined)
      return { value: null, note: 'dissected before this was measured' }
    return packets.readableShare ?? { value: null, note: 'no connection carried data' }
  },
}
