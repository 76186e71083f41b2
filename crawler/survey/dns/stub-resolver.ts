import { getServers } from 'node:dns'
import { isClientBusy, networkError } from '../../network/classify.ts'
import { TIMEOUTS, type Timeouts } from '../operation/context.ts'
import type { Resolution, Resolver } from '../operation/resolver.ts'
import { waitFor } from '../operation/waiting.ts'
import { isDnsName, type Question } from './dns-message.ts'
import { type NameServer, parseNameServer } from './name-server.ts'
import { askOverTcp } from './tcp-exchange.ts'
import { UdpExchange } from './udp-exchange.ts'

/** Far above what a survey has open, far below the 65,536 ids of a socket. */
const MAX_IN_FLIGHT = 16_384

interface ResolverOptions {
  /** `192.0.2.1`, `192.0.2.1:5353` or `[2001:db8::1]:53`. Default: those of the system. */
  readonly servers?: readonly string[]
  readonly timeouts?: Pick<Timeouts, 'dnsTryMs' | 'dnsTries'>
  /** Questions at a time; further ones wait for their turn. */
  readonly maxInFlight?: number
}

/**
 * A stub resolver. Ids and source ports cannot be guessed; id, question and sender of an answer are checked. Each try
 * goes to the next server; an answer that is cut off is asked for again over TCP within the same try.
 *
 * `resolve` gives `site_timeout` when its signal aborts with SITE_TIMEOUT, and rejects with any other abort reason.
 * Throws where a server's address cannot be read or there is none.
 */
export function openResolver({
  servers = getServers(),
  timeouts = TIMEOUTS,
  maxInFlight = MAX_IN_FLIGHT,
}: ResolverOptions = {}): Resolver {
  const exchanges = servers.map((text) => {
    const server = parseNameServer(text)
    return { server, udp: new UdpExchange(server) }
  })
  if (exchanges.length === 0) throw new Error('no name server is configured')
  const turns = new Turns(maxInFlight)
  return {
    servers,
    async resolve(name, type, signal) {
      const question: Question = { name: name.toLowerCase().replace(/\.$/, ''), type }
      if (!isDnsName(question.name)) return failed('dns_nxdomain', 'not a name that DNS can hold: not asked')
      const refused = await turns.take(signal)
      if (refused !== null) return refused
      try {
        let last = failed('dns_timeout', null)
        for (let attempt = 0; attempt < timeouts.dnsTries; attempt++) {
          const exchange = exchanges[attempt % exchanges.length] as (typeof exchanges)[number]
          last = await askOnce(exchange, question, timeouts.dnsTryMs, signal)
          const hasOther = attempt + 1 < exchanges.length
          if (!(last.failure === 'dns_timeout' || (hasOther && isServersFault(last)))) break
        }
        return last
      } finally {
        turns.giveBack()
      }
    },
    async [Symbol.asyncDispose]() {
      for (const { udp } of exchanges) udp[Symbol.dispose]()
    },
  }
}

/** Failures that another server may not have. */
const isServersFault = ({ failure }: Resolution): boolean =>
  failure === 'dns_servfail' ||
  failure === 'dns_refused' ||
  failure === 'dns_malformed' ||
  failure === 'unknown_failure'

const failed = (failure: Resolution['failure'], detail: string | null): Resolution => ({
  answers: [],
  failure,
  detail,
})

const askOnce = (
  { server, udp }: { readonly server: NameServer; readonly udp: UdpExchange },
  question: Question,
  tryMs: number,
  signal: AbortSignal,
): Promise<Resolution> =>
  waitFor<Resolution>(
    signal,
    (failure) => failed(failure, null),
    ({ settle, after, defer }) => {
      const unheard = (thrown: Error) => {
        const error = networkError(thrown)
        settle(failed(isClientBusy(error) ? 'client_busy' : 'dns_timeout', error.message))
      }
      after(tryMs, () => settle(failed('dns_timeout', `no answer from ${server.address}`)))
      defer(
        udp.ask(
          question,
          (reply) => {
            if (reply === 'truncated') defer(askOverTcp(server, question, settle, unheard))
            else settle(reply)
          },
          unheard,
        ),
      )
    },
  )

/** Lets so many through at a time; the others in the order they came. */
class Turns {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  /** Returns null when it is our turn. */
  async take(signal: AbortSignal): Promise<Resolution | null> {
    if (this.#free > 0) {
      this.#free -= 1
      return null
    }
    return waitFor<Resolution | null>(
      signal,
      (failure) => failed(failure, null),
      ({ settle, defer }) => {
        const start = () => settle(null)
        this.#waiting.add(start)
        defer(() => this.#waiting.delete(start))
      },
    )
  }

  giveBack(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#free += 1
    else next()
  }
}
