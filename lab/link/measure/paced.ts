import { setTimeout as sleep } from 'node:timers/promises'
import { type Burst, HEADER_BYTES } from './echo-message.ts'

const TICK_MS = 1

/**
 * Calls `send` for each packet of the burst at its rate. A tick that comes late sends what it owes, but no more than
 * `atOnce` packets (default: all of them): the rest of the debt is forgiven, and the burst lasts longer.
 */
export async function sendPaced(
  { packets, sizeBytes, mbps }: Burst,
  send: (sequence: number) => void,
  atOnce = Infinity,
): Promise<void> {
  const perMs = (mbps * 1000) / 8 / (sizeBytes + HEADER_BYTES)
  let startMs = performance.now()
  for (let sent = 0; sent < packets; await sleep(TICK_MS)) {
    const nowMs = performance.now()
    const owed = 1 + Math.floor((nowMs - startMs) * perMs) - sent
    if (owed > atOnce) startMs += (owed - atOnce) / perMs
    const due = Math.min(packets, sent + Math.min(owed, atOnce))
    while (sent < due) send(sent++)
  }
}
