import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CounterCommand } from '../../crawler/probe/packets/udp-counters.ts'
import type { UdpPath } from '../../model/udp-path.ts'
import type { Link, LinkCondition } from '../link/condition/link.ts'
import type { LabNetwork } from '../network/open.ts'
import type { TcpSettings } from '../network/topology.ts'
import { ORIGIN_LOG, type OriginLog, readOriginLog } from '../origin/facts.ts'
import type { ServerCommand } from '../process/server-command.ts'
import type { RunnerOrder, RunnerRequest } from './runner-messages.ts'
import { RunnerEnded, type RunnerListener, RunnerProcess } from './runner-process.ts'

export interface CellSetting {
  readonly condition: LinkCondition
  /** Says what becomes of UDP on the way. */
  readonly udp: UdpPath
  readonly tcp: TcpSettings
  /** Start of the link's random draws; another one puts the link in place anew. */
  readonly seed: number
  readonly servers: readonly ServerCommand[]
  /** The server's own word on its version. */
  readonly serverVersion: string
  /** `tcp ADDRESS PORT` and `udp ADDRESS PORT`. */
  readonly listeners: readonly string[]
}

interface LaneOptions {
  readonly network: LabNetwork
  /** Program of scripts/ that loads pages. */
  readonly runnerProgram: string
  readonly runnerOrder: Omit<RunnerOrder, 'serverFolder'>
}

/** A process that loads pages and dies so often without one load in between will not do better the next time. */
const MOST_DEATHS = 3

/** One network with the browsers at its client's end: takes one cell at a time. */
export class Lane implements AsyncDisposable {
  readonly #options: LaneOptions
  #runner: RunnerProcess | null = null
  #link: Pick<Link, 'backend' | 'backendVersion'> | null = null
  #linkKey = ''
  #udp: UdpPath | null = 'open'
  #serversKey = ''

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /** Puts link and servers in place, where they are not there already. Resolves to the link's backend. */
  async prepare({
    condition,
    udp,
    tcp,
    seed,
    servers,
    listeners,
  }: CellSetting): Promise<Pick<Link, 'backend' | 'backendVersion'>> {
    const link = await this.#setLink(condition, tcp, seed)
    if (udp !== this.#udp) {
      this.#udp = null
      await this.#options.network.setUdp(udp)
      this.#udp = udp
    }
    const serversKey = JSON.stringify([servers, listeners])
    if (serversKey !== this.#serversKey) {
      this.#serversKey = ''
      await this.#options.network.serve(servers, listeners)
      this.#serversKey = serversKey
    }
    return link
  }

  /** Starts the process that loads pages, which is then there when it is needed. */
  start(): void {
    this.#runner ??= this.#startRunner()
  }

  async #setLink(
    condition: LinkCondition,
    tcp: TcpSettings,
    seed: number,
  ): Promise<Pick<Link, 'backend' | 'backendVersion'>> {
    const key = JSON.stringify([condition, tcp, seed])
    if (this.#link !== null && key === this.#linkKey) return this.#link
    this.#link = null
    this.#serversKey = ''
    this.#link = await this.#options.network.setLink(condition, tcp, seed)
    this.#linkKey = key
    return this.#link
  }

  /**
   * Reads what the origin program has said since it was started: what it serves by, and what the kernel gave the connections
   * that it accepted. Null where it is another server.
   */
  async served(): Promise<OriginLog | null> {
    const log = join(this.#options.network.folder, ORIGIN_LOG)
    return existsSync(log) ? readOriginLog(await readFile(log, 'utf8')) : null
  }

  /**
   * Takes the samples of a part of a campaign, with what is in place. A process that dies is replaced, for the campaign
   * knows what is still to be done. Rejects where that does not help.
   */
  async run(request: RunnerRequest, listener: RunnerListener, signal: AbortSignal): Promise<void> {
    for (let deaths = 0; ; ) {
      this.#runner ??= this.#startRunner()
      try {
        return await this.#runner.run(
          request,
          {
            ...listener,
            onSample(sample) {
              deaths = 0
              listener.onSample(sample)
            },
          },
          signal,
        )
      } catch (error) {
        await this.#closeRunner()
        signal.throwIfAborted()
        deaths += 1
        if (!(error instanceof RunnerEnded) || deaths === MOST_DEATHS) throw error
        listener.warn(`${error.message}; another one is started`)
      }
    }
  }

  #startRunner(): RunnerProcess {
    const { network, runnerProgram, runnerOrder } = this.#options
    return new RunnerProcess((argv) => network.command('client', argv), runnerProgram, {
      ...runnerOrder,
      serverFolder: network.folder,
    })
  }

  async #closeRunner(): Promise<void> {
    const closing = this.#runner
    this.#runner = null
    await closing?.[Symbol.asyncDispose]()
  }

  /** Prints the counters of the path of UDP that is in place, for the process that loads pages. */
  udpCounters(): CounterCommand {
    return this.#options.network.udpCounters()
  }

  /** The command that runs `argv` at the client's end of what is in place; it dies with this process. */
  clientCommand(argv: readonly string[]): string[] {
    return this.#options.network.command('client', argv)
  }

  /** Ends the browsers; the network is its owner's. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closeRunner()
  }
}
