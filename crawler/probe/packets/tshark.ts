import type { PacketTool } from './packet-tools.ts'
import { FILE_HEADER_BYTES } from './pcap-header.ts'
import { readableQuic } from './readable-quic.ts'
import { TsharkProcess } from './tshark-process.ts'
import { type TsharkRow, toRow } from './tshark-row.ts'

export interface CaptureToDissect {
  /** A pcap file. */
  readonly pcap: Uint8Array
  /** Lines of a key log (SSLKEYLOGFILE). */
  readonly keys: string
  readonly signal: AbortSignal
}

/** A load of 50 MB takes 10 s; a capture that makes tshark hang must not stop a campaign. */
const LIMIT_MS = 120_000
/** It keeps what it knows of every connection: after so many captures a new process replaces it. */
const MOST_CAPTURES = 50

/**
 * Dissects captures, one after the other, with a tshark that stays open between them: its start takes 0.3 s of CPU,
 * three times what the capture of a page does, and would lie between any two loads.
 */
export class Tshark implements AsyncDisposable {
  readonly #tool: PacketTool
  #process: TsharkProcess | null = null
  #captures = 0

  constructor(tool: PacketTool) {
    this.#tool = tool
  }

  /**
   * Dissects a capture: one row per packet, in order. The user's own settings of tshark have no part in it. One at a
   * time.
   * @throws Error where it is no pcap file or tshark fails; the signal's reason where it is aborted.
   */
  async dissect({ pcap, keys, signal }: CaptureToDissect): Promise<TsharkRow[]> {
    signal.throwIfAborted()
    const tshark = await this.#processFor(pcap.subarray(0, FILE_HEADER_BYTES))
    const rows: TsharkRow[] = []
    const stop = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
    const stopped = Promise.withResolvers<never>()
    const onAbort = (): void => stopped.reject(stop.reason)
    stop.addEventListener('abort', onAbort, { once: true })
    try {
      await Promise.race([
        tshark.dissect(readableQuic(pcap).subarray(FILE_HEADER_BYTES), keys, (line) => {
          const row = toRow(line)
          if (row) rows.push(row)
        }),
        tshark.ended.then((why) => {
          throw new Error(`tshark failed (${why})`)
        }),
        stopped.promise,
      ])
      return rows
    } catch (error) {
      await this.#end()
      throw error
    } finally {
      stop.removeEventListener('abort', onAbort)
    }
  }

  async #processFor(header: Uint8Array): Promise<TsharkProcess> {
    if (this.#captures >= MOST_CAPTURES || this.#process?.reads(header) === false) await this.#end()
    this.#process ??= await TsharkProcess.start(this.#tool, Buffer.from(header))
    this.#captures += 1
    return this.#process
  }

  async #end(): Promise<void> {
    const held = this.#process
    this.#process = null
    this.#captures = 0
    await held?.[Symbol.asyncDispose]()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end()
  }
}
