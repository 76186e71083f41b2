import type { CDPSession } from 'puppeteer'
import type { Arm } from '../../../model/arm.ts'
import type { SandboxDemand } from '../../process/browser-sandbox.ts'
import type { QuicOrigins } from './arm-switches.ts'

export interface BrowserOptions {
  readonly arm: Arm
  readonly origins: QuicOrigins
  /** Default: what `findBrowser` finds. */
  readonly executablePath?: string
  /** PEM file of a private root that it is to trust besides the public ones; Linux only. */
  readonly caFile?: string
  /** Name of one of puppeteer's known devices, to be emulated. */
  readonly device?: string
  /** `http://host:port` of a browser that runs already; the arm is then what it was started with. */
  readonly connect?: string
  /** Put after the browser's own User-Agent, with the space before it: ` towline/0.1.0 (+https://…)` (CRW-1). */
  readonly userAgentSuffix?: string
  /** Has it write TLS and QUIC secrets to `keyLogFile`. */
  readonly keyLog: boolean
  /** Has it write its network log, bodies included, to `netLogFile`; it is whole when the browser has closed. Default: no. */
  readonly netLog?: boolean
  /**
   * Group id of its processes, by which a filter knows them (`openEgressFilter`). Default: of root, one of its own;
   * else this process's.
   */
  readonly gid?: number
  /** Refuses private addresses as far as the browser itself can (`guard-switches.ts`); for a live run. Default: no. */
  readonly guarded?: boolean
  /** Demand for Chromium's own sandbox (CRW-9). Default `required`: without one the browser does not start, or loads nothing. */
  readonly sandbox?: SandboxDemand
  /** Further switches, after those of the arm. Default: none. */
  readonly switches?: readonly string[]
  /** Commands for every session that makes requests, after the visitor's own. Default: none. */
  readonly everywhere?: (session: CDPSession) => Promise<unknown>[]
  /** Gives the start up; a browser that is open is not closed by it. */
  readonly signal: AbortSignal
}
