import { randomBytes, randomUUID } from 'node:crypto'
import type { Contribution } from '../../server/contract/contract.ts'

export const BENCH_LIST = 'bench'
export const BENCH_SITES = 1_000

/** Endlessly many records of the day, each of somebody else; `random` gives numbers from 0 to 1. */
export function* syntheticRecords(random: () => number, day: string): Generator<string, never> {
  const upTo = (most: number): number => Math.floor(random() * most)
  for (;;) {
    const [connect, tls, wait, receive] = [upTo(80), upTo(80), upTo(400), upTo(200)]
    const [h1, h2] = [upTo(10), upTo(60)]
    const contribution: Contribution = {
      v: 1,
      list: BENCH_LIST,
      site: upTo(BENCH_SITES),
      proto: 'h2',
      day,
      browser: 'chromium',
      major: 156,
      net: 'unknown',
      t: {
        dns: upTo(50),
        connect,
        handshake: connect + tls,
        wait,
        receive,
        dcl: 1_000,
        load: 1_000 + upTo(3_000),
      },
      n: { requests: h1 + h2, h1, h2, h3: 0, hidden: 0 },
      reused: false,
      cid: randomBytes(32).toString('base64url'),
      key: randomUUID(),
    }
    yield JSON.stringify(contribution)
  }
}
