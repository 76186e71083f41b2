import { firstFlight } from '../../crawler/metrics/first-flight.ts'
import { analyseLoad } from '../../crawler/probe/campaign/analyse-load.ts'
import type { TakenLoad as TakenWithPackets } from '../../crawler/probe/campaign/take-load.ts'
import type { Load } from '../../crawler/probe/load/load.ts'
import type { PacketTrace } from '../../model/packet-trace.ts'
import type { RecordedWindow, Recording } from '../../model/recording/recording.ts'
import { median } from '../../stats/median.ts'
import { openRecordingFolder, type RecordingFolder } from '../folder/write-recording.ts'
import { assemble, type TakenLoad } from './assemble.ts'
import { type BodiesLoad, demandStatus, loadBodies, loadLine, SETTLE_MS, seededDraws } from './bodies-load.ts'
import type { RecordPageOptions } from './record-page-options.ts'
import type { TimesBrowser } from './times-browser.ts'

/** The initial windows that the connections of a page's loads showed. */
class SeenWindows {
  readonly #seen: Record<keyof RecordedWindow, number[]> = { tcp: [], quic: [] }

  /** @param trace of one load; null: its packets could not be had */
  add(trace: PacketTrace | null): void {
    // Packets lost or not read would pass for a shorter flight.
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

export type PageRecordingOptions = Omit<RecordPageOptions, 'pause'>

/** A page while it is recorded, load by load: who calls decides when each is taken. */
export class PageRecording implements AsyncDisposable {
  readonly #url: string
  readonly #folder: RecordingFolder
  readonly #bodies: BodiesLoad
  readonly #options: PageRecordingOptions
  readonly #seed: number | null
  readonly #loads: TakenLoad[]
  readonly #hosts: ReadonlySet<string>
  readonly #judged: Set<string>
  readonly #refusals: Map<string, string>
  readonly #windows: SeenWindows | null
  #userAgent = ''

  private constructor(
    url: string,
    folder: RecordingFolder,
    bodies: BodiesLoad,
    options: PageRecordingOptions,
    seed: number | null,
  ) {
    this.#url = url
    this.#folder = folder
    this.#bodies = bodies
    this.#options = options
    this.#seed = seed
    this.#loads = [{ load: bodies.load, purpose: 'bodies' }]
    this.#hosts = new Set(bodies.seen.map(({ sent }) => new URL(sent.url).hostname))
    this.#refusals = new Map(bodies.refusals)
    this.#windows = options.packets === undefined ? null : new SeenWindows()
    this.#judged = new Set([...this.#hosts, ...[...this.#refusals.keys()].map(hostOf)])
  }

  /**
   * Takes the load for bodies.
   * @throws RecordingError where the page may not be asked for, or does not load
   */
  static async begin(url: string, target: string, options: PageRecordingOptions): Promise<PageRecording> {
    await using opening = new AsyncDisposableStack()
    const folder = opening.use(await openRecordingFolder(target))
    const seed = options.drawSeed?.() ?? null
    const bodies = await loadBodies(url, folder, { ...options, seed })
    opening.move()
    return new PageRecording(url, folder, bodies, options, seed)
  }

  get loadsLeft(): number {
    return this.#options.loads - this.#loads.length
  }

  /** The load that was taken last. */
  get lastLoad(): Load {
    return this.#loads.at(-1)?.load ?? this.#bodies.load
  }

  /**
   * Takes one load for times; the last of several under HTTP/1.1, where the page is multiplexed.
   * @throws NotRecorded where the site says no; the load is then none of the recording
   */
  async takeLoad(times: TimesBrowser): Promise<void> {
    const { refused, signal, limits, say } = this.#options
    for (const url of this.#refusals.keys()) times.blocked.add(hostOf(url))
    const draws = seededDraws(this.#seed)
    const request = { settleMs: SETTLE_MS, ...limits, ...draws, url: this.#url, refused, signal }
    const isHttp1 = this.loadsLeft === 1 && this.#loads.length > 1 && this.#isMultiplexed
    const { taken, userAgent } = await times.load(request, this.#hosts, isHttp1 ? 'h1' : undefined)
    signal.throwIfAborted()
    const { load } = taken
    this.#userAgent = userAgent
    // A site may have no page under HTTP/1.1, which is no reason to have no recording.
    if (!isHttp1) demandStatus(this.#url, load)
    say(loadLine(this.#loads.length, load, isHttp1))
    this.#loads.push({ load, purpose: isHttp1 ? 'http1' : 'times' })
    await this.#seeWindows(taken)
    if (this.loadsLeft > 0) await this.#judge(load)
  }

  /** Runs after a load, since it takes the processor for a moment. */
  async #seeWindows(taken: TakenWithPackets): Promise<void> {
    const { packets, say, signal } = this.#options
    if (this.#windows === null || packets === undefined) return
    const options = { tshark: packets.tshark, signal, warn: say }
    this.#windows.add((await analyseLoad(taken, null, options)).packets)
  }

  /** Whether any of its responses came over a connection that carries many at once. */
  get #isMultiplexed(): boolean {
    return this.#bodies.seen.some(({ page }) => /^h[23]/.test(page?.answer?.protocol ?? ''))
  }

  /** Has the next load not ask what the policy refuses, where this one asked hosts that no load had asked before. */
  async #judge({ requests }: Load): Promise<void> {
    for (const { url } of requests) {
      if (!/^https?:/.test(url) || this.#judged.has(hostOf(url))) continue
      this.#judged.add(hostOf(url))
      // A URL that cannot be judged is not asked for.
      const why = await this.#options
        .whyNot(new URL(url))
        .catch((error: Error) => `it could not be judged (${error.message})`)
      if (why !== null) this.#refusals.set(url, why)
    }
  }

  async finish(): Promise<Recording> {
    const bodies = { ...this.#bodies, refusals: this.#refusals }
    const recording = await assemble(this.#url, bodies, this.#loads, this.#userAgent, this.#folder, {
      ...this.#options,
      seed: this.#seed,
      initialWindow: this.#windows?.medians() ?? null,
    })
    await this.#folder.finish(recording)
    return recording
  }

  /** Nothing of it remains unless it was finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#folder[Symbol.asyncDispose]()
  }
}

const hostOf = (url: string): string => new URL(url).hostname
