import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, systemFolders } from '../../process/find-program.ts'
import { messageOf } from '../../process/thrown.ts'
import { type CaptureCounts, parseCaptureCounts } from './capture-counts.ts'
import { CaptureSlice } from './capture-slice.ts'
import type { PacketTool } from './packet-tools.ts'
import { PcapStream } from './pcap-stream.ts'

export interface CaptureOptions {
  /** `any` counts a packet once per interface that it passes, and shows cooked headers: name one where there is one. */
  readonly interface: string
  readonly tcpdump: PacketTool
  /**
   * Turns a command into one that runs where the packets are (a namespace), and dies with us. Default: here. Every
   * program on the way must become the next one: signals go to the one that was started.
   */
  readonly command?: (argv: readonly string[]) => readonly string[]
  /** Beside 80 and 443; `every` is all but that of DNS: only where nothing but the page's traffic passes. Default: none. */
  readonly ports?: FurtherPorts
  /** Bytes kept of each packet. Default: all of the largest packet that there is. */
  readonly snapBytes?: number
  /** Room for the packets that wait for tcpdump, KiB; all of it is taken at its start. Default: 131,072. */
  readonly bufferKib?: number
  /** Wall clock, milliseconds since 1970: the one that the kernel stamps packets with. Default: `Date.now`. */
  readonly clock?: () => number
  /** Ends the capture. */
  readonly signal: AbortSignal
}

/** Ports other than 80 and 443 whose packets are captured. */
export type FurtherPorts = 'every' | readonly number[]

/** One program that captures for a whole campaign; a slice of it is what passed while a page was loaded. */
export interface Capture extends AsyncDisposable {
  /** Null while it runs; why it does not any more. Slices are null from then on. */
  readonly failure: string | null
  readonly ports: FurtherPorts
  /** Begins a slice; costs nothing. Slices may overlap. What passes outside any slice is dropped. */
  begin(): OpenSlice
}

export interface OpenSlice {
  /**
   * Ends the slice once every packet up to this moment is there. A pcap file; null where the capture has ended, or they
   * did not come in time: a part of a load's packets would pass for all of them.
   */
  end(): Promise<Uint8Array | null>
  /** Packets lost while it was open, its own limit included. Known after `end`; null where tcpdump did not say. */
  readonly drops: number | null
}

const WEB_PORTS = 'tcp port 443 or udp port 443 or tcp port 80'
const EVERY_PORT = '(tcp or udp) and not port 53'
/** The largest IP packet (65,535) with its link-layer header, as segmentation offload makes them. */
const SNAP_BYTES = 66_000
/** Room for the packets that wait for tcpdump, KiB. Every one takes `snapBytes`, so that 2 MiB, its default, holds 30. */
const BUFFER_KIB = 131_072
/** tcpdump starts in 50 ms; a busy machine takes its time. */
const START_LIMIT_MS = 5_000
/** Longest that the end of a slice waits for packets under way, and each of its questions for an answer. */
const FLUSH_LIMIT_MS = 3_000
const ASK_AGAIN_MS = 10
/**
 * Answers in a row after which nothing more is expected. On a busy machine tcpdump may answer more than one signal before it
 * copies again.
 */
const STILL_ANSWERS = 10
const STOP_LIMIT_MS = 2_000
/** Characters of its complaints that are kept. */
const MAX_SAID = 300
/** It says these on standard error although nothing is wrong; the counts at its end come one a line. */
const GREETING = /listening on |data link type |^\d+ packets? /

/**
 * Starts capturing. Settles when packets are being taken.
 * @throws Error with what tcpdump said where it does not start (no right, no such interface).
 */
export async function openCapture(options: CaptureOptions): Promise<Capture> {
  options.signal.throwIfAborted()
  const capture = new TcpdumpCapture(options)
  try {
    await capture.started()
    return capture
  } catch (error) {
    await capture[Symbol.asyncDispose]()
    throw error
  }
}

/** Without setpriv (no Linux) it ends at the next packet that it cannot hand over. */
function dyingWithUs(argv: readonly string[]): readonly string[] {
  const setpriv = findProgram('setpriv', systemFolders())
  return setpriv === null ? argv : [setpriv, '--pdeathsig', 'KILL', '--', ...argv]
}

class TcpdumpCapture implements Capture {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>
  readonly #ended: Promise<void>
  readonly #clock: () => number
  readonly #signal: AbortSignal
  readonly #onAbort = () => this.#child.kill('SIGTERM')
  readonly #stream = new PcapStream()
  readonly #slices = new Set<CaptureSlice>()
  readonly #headerArrived = Promise.withResolvers<void>()
  readonly #failed = Promise.withResolvers<void>()
  readonly #listening = Promise.withResolvers<void>()
  #nextCounts = Promise.withResolvers<CaptureCounts | null>()
  #lastAsked: Promise<CaptureCounts | null> = Promise.resolve(null)
  #complaint = ''
  #delivered = 0
  readonly ports: FurtherPorts
  failure: string | null = null

  constructor(options: CaptureOptions) {
    this.ports = options.ports ?? []
    const snapBytes = options.snapBytes ?? SNAP_BYTES
    const argv = [
      options.tcpdump.path,
      '-i',
      options.interface,
      '-s',
      String(snapBytes),
      '-B',
      String(options.bufferKib ?? BUFFER_KIB),
      // A change of user would clear the signal that ends it with its parent, and fails in a user namespace. It does
      // nothing but copy: nothing is dissected here.
      '-U',
      '--immediate-mode',
      '-n',
      '-Z',
      'root',
      '-w',
      '-',
      this.ports === 'every'
        ? EVERY_PORT
        : [WEB_PORTS, ...this.ports.map((port) => `port ${port}`)].join(' or '),
    ]
    const [program = '', ...rest] = (options.command ?? dyingWithUs)(argv)
    this.#clock = options.clock ?? Date.now
    this.#signal = options.signal
    // Detached: a Ctrl-C at the terminal is for us, who finish the sample under way.
    this.#child = spawn(program, rest, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.tcpdump.env },
    })
    this.#signal.addEventListener('abort', this.#onAbort, { once: true })
    this.#ended = new Promise((resolve) => {
      this.#child.on('error', (error) => this.#fail(error.message)).on('error', resolve)
      this.#child.on('close', (code, killedBy) =>
        resolve(this.#fail(this.#complaint || `it ended (${code ?? killedBy})`)),
      )
    })
    this.#child.stdout.on('data', (chunk: Buffer) => this.#onChunk(chunk))
    createInterface({ input: this.#child.stderr }).on('line', (line) => this.#onLine(line))
  }

  /** tcpdump writes the file's header, then gets ready for our signals, which would end it before, then says so. */
  async started(): Promise<void> {
    const late = setTimeout(() => this.#fail('it did not start capturing in time'), START_LIMIT_MS)
    const ready = Promise.all([this.#headerArrived.promise, this.#listening.promise])
    await Promise.race([ready, this.#failed.promise])
    clearTimeout(late)
    if (this.failure !== null) throw new Error(`tcpdump: ${this.failure}`)
  }

  begin(): OpenSlice {
    const slice = new CaptureSlice(this.#clock())
    this.#slices.add(slice)
    const before = this.#askCounts()
    const end = async () => {
      const untilMs = this.#clock()
      const after = await this.#flush()
      this.#slices.delete(slice)
      const first = await before
      result.drops = first && after ? after.dropped - first.dropped + slice.refused : null
      const { header } = this.#stream
      return after && header ? slice.file(header, untilMs) : null
    }
    const result: { end: () => Promise<Uint8Array | null>; drops: number | null } = { end, drops: null }
    return result
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#signal.removeEventListener('abort', this.#onAbort)
    this.#child.kill('SIGTERM')
    const limit = new AbortController()
    const late = sleep(STOP_LIMIT_MS, 'late', { signal: limit.signal }).catch(() => 'in time')
    if ((await Promise.race([this.#ended, late])) === 'late') {
      this.#child.kill('SIGKILL')
      await this.#ended
    }
    limit.abort()
  }

  #onChunk(chunk: Buffer): void {
    if (this.failure !== null) return
    try {
      for (const record of this.#stream.push(chunk)) {
        this.#delivered += 1
        for (const slice of this.#slices) slice.add(record)
      }
    } catch (error) {
      this.#fail(messageOf(error))
      this.#child.kill('SIGKILL')
    }
    if (this.#stream.header) this.#headerArrived.resolve()
  }

  #onLine(line: string): void {
    if (line.includes('listening on ')) this.#listening.resolve()
    const counts = parseCaptureCounts(line)
    if (!counts) {
      if (!GREETING.test(line))
        this.#complaint = `${this.#complaint} ${line.replace(/^tcpdump: /, '')}`.trim().slice(0, MAX_SAID)
      return
    }
    this.#nextCounts.resolve(counts)
    this.#nextCounts = Promise.withResolvers()
  }

  #fail(why: string): void {
    this.failure ??= why
    this.#failed.resolve()
    this.#nextCounts.resolve(null)
    this.#slices.clear()
  }

  /** Asks one question at a time: two signals at once are one to the program, and its answer may be older than the second. */
  #askCounts(): Promise<CaptureCounts | null> {
    const asked = this.#lastAsked.then(() => {
      if (this.failure !== null) return null
      const answer = this.#nextCounts.promise
      this.#child.kill('SIGUSR1')
      return Promise.race([answer, sleep(FLUSH_LIMIT_MS, null, { ref: false })])
    })
    this.#lastAsked = asked
    return asked
  }

  /** Waits until what the kernel had seen when it was first asked has arrived here, or nothing moves any more. */
  async #flush(): Promise<CaptureCounts | null> {
    const endMs = performance.now() + FLUSH_LIMIT_MS
    const first = await this.#askCounts()
    let still = 0
    for (let last = first; first && last && performance.now() < endMs; ) {
      if (this.#delivered >= first.received - last.dropped) return last
      const before = this.#delivered
      await sleep(ASK_AGAIN_MS)
      last = await this.#askCounts()
      // The filter of `any` counts packets of the loopback twice that libpcap hands over once.
      still = last?.captured === this.#delivered && before === this.#delivered ? still + 1 : 0
      if (still === STILL_ANSWERS) return last
    }
    return null
  }
}
