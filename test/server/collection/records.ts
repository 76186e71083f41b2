import { randomBytes, randomUUID } from 'node:crypto'
import type { Contribution } from '../../../server/contract/contract.ts'

/** The list of the study that tests contribute to; its sites are numbered from 0 to 99. */
export const LIST = 'sandbox'
export const SITES = 100
/** What the server under test takes for today. */
export const TODAY = '2026-11-20'

/** A load that is taken, by somebody who has never been there. */
export function record(changes: Partial<Contribution> = {}): Contribution {
  return {
    v: 1,
    list: LIST,
    site: 0,
    proto: 'h2',
    day: TODAY,
    browser: 'chromium',
    major: 156,
    net: 'wifi',
    t: { dns: 12, connect: 20, handshake: 43, wait: 180, receive: 120, dcl: 400, load: 812 },
    n: { requests: 10, h1: 1, h2: 6, h3: 2, hidden: 1 },
    reused: false,
    cid: randomBytes(32).toString('base64url'),
    key: randomUUID(),
    ...changes,
  }
}
