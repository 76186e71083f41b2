import type { Arm } from '../../model/arm.ts'

/** Arms that every contender can be made to take. */
export const BENCH_ARMS = ['h1', 'h2', 'h3'] as const satisfies readonly Arm[]
export type BenchArm = (typeof BENCH_ARMS)[number]

export interface ProbeJob {
  readonly url: string
  readonly host: string
  readonly arm: BenchArm
  readonly samples: number
  /** Address of the sandbox's DNS server. */
  readonly resolver: string
  /** PEM file of the sandbox's root. `home` holds an NSS store that trusts it. */
  readonly caFile: string
  readonly allowCidrs: readonly string[]
  readonly chromium: string
  /** An existing folder of its own, with HOME and TMPDIR in it. */
  readonly folder: string
  readonly home: string
}

/** One load that counts: the page's load event came, and the main document by the arm's protocol. */
export interface LoadSample {
  /** Of the navigation, milliseconds since 1970. */
  readonly startedAtMs: number
  /** From there to the load event. */
  readonly pltMs: number
}

export interface ProbeContender {
  readonly name: string
  /** One line: what it does and what it leaves behind. */
  readonly about: string
  /** Programs to look for; the first is the contender itself. None where it comes with the project. */
  readonly programs: readonly string[]
  /** Pause between two loads that it is asked to make, milliseconds. */
  readonly pauseMs: number
  /** The command line of one run. `programs` are the files that were found, in the order asked for. */
  argv(job: ProbeJob, programs: readonly string[]): Promise<readonly string[]> | readonly string[]
  /** What it has recorded, in the order of the loads. */
  read(job: ProbeJob): Promise<readonly LoadSample[]>
}

/** Name in HAR and ALPN of what a main document must have come by. */
export const PROTOCOL_OF: Readonly<Record<BenchArm, string>> = { h1: 'http/1.1', h2: 'h2', h3: 'h3' }
