import { resolve } from 'node:path'
import { type Capture, type FurtherPorts, openCapture } from '../../crawler/probe/packets/capture.ts'
import { captureInterface } from '../../crawler/probe/packets/capture-interface.ts'
import { findCapture } from '../../crawler/probe/packets/capture-rights.ts'
import { Tshark } from '../../crawler/probe/packets/tshark.ts'
import { withoutPaths } from '../../model/without-paths.ts'

/** Captures and analyses packets; null where nothing does. */
export interface Packets extends AsyncDisposable {
  readonly capture: Capture | null
  readonly tshark: Tshark | null
  /** Says what captures, or why nothing does: stored with each campaign. */
  readonly description: string
}

/**
 * Captures where this machine can; else warns once and continues without.
 * @param options `ports`: see `CaptureOptions`; `lacks`: what comes of no capture, in the warning
 */
export async function openPackets(
  options: {
    readonly capture: boolean
    readonly cache: string
    readonly ports?: FurtherPorts
    readonly lacks?: string
  },
  warn: (line: string) => void,
  signal: AbortSignal,
): Promise<Packets> {
  if (!options.capture) return without('none: --no-capture')
  const { ports = [], lacks = 'Time on Wire and other packet metrics stay unknown' } = options
  const source = { interface: captureInterface(), ports, signal: new AbortController().signal }
  const found = await findCapture({ ...source, cacheDir: resolve(options.cache) })
  signal.throwIfAborted()
  if (found.reason !== null) {
    warn(`no packets are captured (${found.reason}): ${lacks}`)
    return without(`none: ${withoutPaths(found.reason)}`)
  }
  const capture = await openCapture({ ...source, tcpdump: found.tcpdump })
  const tshark = new Tshark(found.tshark)
  return {
    capture,
    tshark,
    description: `tcpdump on ${source.interface}`,
    async [Symbol.asyncDispose]() {
      await Promise.all([capture[Symbol.asyncDispose](), tshark[Symbol.asyncDispose]()])
    },
  }
}

function without(description: string): Packets {
  return { capture: null, tshark: null, description, async [Symbol.asyncDispose]() {} }
}
