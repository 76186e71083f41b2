import { firstFlight } from '../../crawler/metrics/first-flight.ts'
import type { PacketTrace } from '../../model/packet-trace.ts'
import type { RecordedWindow } from '../../model/recording/recording.ts'
import { median } from '../../stats/median.ts'

/** The initial windows that the connections of a page's loads showed. */
export class SeenWindows {
  readonly #seen: Record<keyof RecordedWindow, number[]> = { tcp: [], quic: [] }

  /** @param trace of one load; null: its packets could not be had */
  add(trace: PacketTrace | null): void {
    // What was lost or not read would pass for a shorter flight.
    if (trace === null || !trace.decrypted || (trace.captureDrops ?? 0) > 0) return
    for (const [index, { transport }] of trace.connections.entries()) {
      const packets = firstFlight(trace, index)
      if (packets !== null) this.#seen[transport].push(packets)
    }
  }

  medians(): RecordedWindow {
    const middle = (values: readonly number[]): number | null => {
      const value = median(values)
      return value === undefined ? null : Math.round(value)
    }
    return { tcp: middle(this.#seen.tcp), quic: middle(this.#seen.quic) }
  }
}
