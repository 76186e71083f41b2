import { once } from 'node:events'
import { createConnection } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Facts of the place that is measured from, beside its name. */
interface VantageFacts {
  /** Interfaces with a global address, and the families of these. */
  readonly interfaces: readonly { readonly name: string; readonly families: readonly (4 | 6)[] }[]
  /** Smallest of five TCP connect times to `reference`, milliseconds; null where it does not answer. */
  readonly rttMs: number | null
  /** `address:port` that `rttMs` is of; null where there was none to ask. */
  readonly reference: string | null
}

const TRIES = 5
const TRY_LIMIT_MS = 3_000

/** @param reference an address that may be connected to, or null. */
export async function vantageFacts(
  reference: { readonly address: string; readonly port: number } | null,
  clock: () => number,
  signal: AbortSignal,
): Promise<VantageFacts> {
  const times: number[] = []
  for (let n = 0; reference !== null && n < TRIES; n += 1) {
    const rttMs = await connectTime(reference, clock, signal)
    if (rttMs === null) break
    times.push(rttMs)
  }
  return {
    interfaces: globalInterfaces(),
    rttMs: times.length === 0 ? null : Math.min(...times),
    reference: reference === null ? null : `${reference.address}:${reference.port}`,
  }
}

async function connectTime(
  { address, port }: { readonly address: string; readonly port: number },
  clock: () => number,
  signal: AbortSignal,
): Promise<number | null> {
  signal.throwIfAborted()
  const startMs = clock()
  const socket = createConnection({ host: address, port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(TRY_LIMIT_MS)]) })
    return clock() - startMs
  } catch {
    // The RTT is unknown without an answer. A stop shows in the signal.
    signal.throwIfAborted()
    return null
  } finally {
    socket.destroy()
  }
}

function globalInterfaces(): VantageFacts['interfaces'] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses]) => {
    const families = new Set<4 | 6>()
    for (const { family, internal, address } of addresses ?? []) {
      if (!internal && !/^fe[89ab]/i.test(address)) families.add(family === 'IPv4' ? 4 : 6)
    }
    return families.size === 0 ? [] : [{ name, families: [...families].sort() }]
  })
}
