import type { Coding } from './hard-body.ts'

export interface HardAnswer {
  /** Full name, with the port where it is not the scheme's: all ports of a host answer alike. */
  readonly host: string
  /** Has no query; `{id}` stands for any 16 hexadecimal digits. */
  readonly path: string
  /** Default 200. */
  readonly status?: number
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text, in which `{id}`, `{now}`, `{cookie}` and `{sent}` are replaced for each request, or bytes that are always the same. A function makes it late. */
  readonly body?: string | Buffer | (() => string | Buffer)
  readonly coding?: Coding
  /** Mean time until the answer starts. */
  readonly thinkMs?: number
  /** A load's think time lies so far around the mean, uniformly: 0.2 is ±20 %. Default 0.2. */
  readonly spreadFraction?: number
  /** The body comes in so many pieces, with a pause before each but the first. */
  readonly pieces?: number
  readonly pauseMs?: number
  /** A request that knows the answer's tag is answered 304. */
  readonly isTagged?: boolean
  /** `reset`: the connection breaks without an answer; `truncated`: in the middle of the body. HTTP/1.1 hosts alone. */
  readonly fault?: 'reset' | 'truncated'
}

interface HardPart {
  readonly markup: string
  readonly answers: readonly HardAnswer[]
  /** `GET https://host/path`: what each load asks for because of it. */
  readonly asks: readonly string[]
}

/** Says where a feature is added. */
export interface HardContext {
  /** Host of the page. */
  readonly domain: string
  /** Prefix of all paths of this feature, such as `/news/3`. */
  readonly prefix: string
  /** A host as URLs write it: a label of the page's own, a full name or an address, or the page itself; each with a port. */
  readonly hostOf: (label: string | undefined) => string
}

export type HardFeature = (context: HardContext) => HardPart
