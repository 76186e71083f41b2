import type { PacketTool } from './packet-tools.ts'
import { FILE_HEADER_BYTES } from './pcap-header.ts'
import { migrationsOf, withoutMigrations } from './port-migration.ts'
import { readableQuic } from './readable-quic.ts'
import type { SchemeByPort } from './scheme-by-port.ts'
import { TsharkProcess } from './tshark-process.ts'
import { type TsharkRow, toRow } from './tshark-row.ts'

export interface CaptureToDissect {
  readonly pcap: Uint8Array
  /** Lines of a key log (SSLKEYLOGFILE). */
  readonly keys: string
  /** Names ports other than 80 and 443. Default: none. */
  readonly schemes?: SchemeByPort
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
  #schemes: SchemeByPort = new Map()

  constructor(tool: PacketTool) {
    this.#tool = tool
  }

  /**
   * Dissects a capture: one row per packet, in order. The user's own settings of tshark have no part in it. One at a
   * time. Where a QUIC connection changed its port, packets of the new port appear as of the old one.
   * @throws Error where it is no pcap file or tshark fails; the signal's reason where it is aborted.
   */
  async dissect(capture: CaptureToDissect): Promise<TsharkRow[]> {
    const rows = await this.#rowsOf(capture)
    const migrations = migrationsOf(rows)
    if (migrations.size === 0) return rows
    // The process that has read these packets would take them for repetitions.
    await this.#end()
    return await this.#rowsOf({ ...capture, pcap: withoutMigrations(capture.pcap, migrations) })
  }

  async #rowsOf({ pcap, keys, schemes = new Map(), signal }: CaptureToDissect): Promise<TsharkRow[]> {
    signal.throwIfAborted()
    const tshark = await this.#processFor(pcap.subarray(0, FILE_HEADER_BYTES), schemes)
    const rows: TsharkRow[] = []
    const stop = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
    const stopped = Promise.withResolvers<never>()
    const onAbort = (): void => stopped.reject(stop.reason)
    stop.addEventListener('abort', onAbort, { once: true })
    try {
      await Promise.race([
        tshark.dissect(readableQuic(pcap, quicPorts(schemes)).subarray(FILE_HEADER_BYTES), keys, (line) => {
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

  async #processFor(header: Uint8Array, schemes: SchemeByPort): Promise<TsharkProcess> {
    const knowsPorts = [...schemes].every(([port, scheme]) => this.#schemes.get(port) === scheme)
    // Ports of earlier pages stay known, so that a process serves pages that alternate.
    if (!knowsPorts) this.#schemes = new Map([...this.#schemes, ...schemes])
    const isWorn = this.#captures >= MOST_CAPTURES
    if (isWorn || !knowsPorts || this.#process?.reads(header) === false) await this.#end()
    this.#process ??= await TsharkProcess.start(this.#tool, Buffer.from(header), this.#schemes)
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

const quicPorts = (schemes: SchemeByPort): ReadonlySet<number> =>
  new Set([443, ...[...schemes].flatMap(([port, scheme]) => (scheme === 'https' ? port : []))])
