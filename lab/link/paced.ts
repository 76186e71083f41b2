import { setTimeout as sleep } from 'node:timers/promises'
import { type Burst, HEADER_BYTES } from './echo-message.ts'

const TICK_MS = 1

/** Calls `send` for each packet of the burst at its rate; a tick that comes late sends what it owes. */
export async function sendPaced(
  { packets, sizeBytes, mbps }: Burst,
  send: (sequence: number) => void,
): Promise<void> {
  const perMs = (mbps * 1000) / 8 / (sizeBytes + HEADER_BYTES)
  const startMs = performance.now()
  for (let sent = 0; sent < packets; await sleep(TICK_MS)) {
    const due = Math.min(packets, 1 + Math.floor((performance.now() - startMs) * perMs))
    while (sent < due) send(sent++)
  }
}
